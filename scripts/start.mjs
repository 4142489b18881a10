// npm start: builds the page where its sources are newer than the last build, serves it on this machine, and opens it.

import { spawn } from 'node:child_process'
import { build, preview } from 'vite'
import { builtAt, lastChange, root } from './sources.mjs'

/** Hands the address to the desktop. Where there is none, or it cannot, the printed line is enough. */
function open(address) {
  const { platform, env } = process
  const desktop = platform === 'darwin' || platform === 'win32' || env.DISPLAY || env.WAYLAND_DISPLAY
  if (!desktop || env.CI || env.BROWSER === 'none') return
  const [command, ...args] =
    platform === 'darwin' ? ['open'] : platform === 'win32' ? ['cmd', '/c', 'start', ''] : ['xdg-open']
  const opener = spawn(command, [...args, address], { detached: true, stdio: 'ignore' })
  opener.on('error', () => undefined)
  opener.unref()
}

if (builtAt('dist/index.html') <= lastChange('src', 'public', 'index.html', 'vite.config.ts', 'package-lock.json')) {
  console.log('Building ...')
  await build({ root, logLevel: 'warn' })
}

// In this process, so that ending it ends the server too. A port that is taken leads to the next one.
const server = await preview({ root, logLevel: 'warn', preview: { port: 4173, strictPort: false } })
const [address] = server.resolvedUrls.local
console.log(`Timeout Lab is open at ${address} (Ctrl+C ends it)`)
open(address)

// npm passes its end on to a shell, and not every shell passes it on to us: a server that has lost its npm ends too.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid
  setInterval(() => process.ppid === parent || process.exit(), 500).unref()
}
