// Brings what a bare clone lacks: the packages of the lock file, and with --browser the browser that the tests drive.
// Quick when nothing is missing; safe when several commands start at once.

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './sources.mjs'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node.js 20.19 or newer is needed; this is ${process.version}.`)
  process.exit(1)
}

/** Runs a command in the open; gives back its trouble, or undefined. */
function trouble(command, args, options = {}) {
  const done = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options })
  return done.status === 0
    ? undefined
    : `'${command} ${args.join(' ')}' failed (${done.error?.message ?? `exit ${done.status ?? done.signal}`}).`
}

const digest = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex')

// The stamp says which lock file, under which Node, the folder was filled from. npm ci empties the folder, so it goes with it.
const stamp = join(root, 'node_modules', '.setup-stamp')
const wanted = digest(readFileSync(join(root, 'package-lock.json')), process.version)
const installed = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted

// Outside the repository, since npm ci empties the one folder in it that is nobody's.
const lock = join(tmpdir(), `timeout-lab-setup-${digest(root).slice(0, 12)}`)

/** Whether the process that wrote the lock is gone. It may not have written its id yet, so an empty lock is given a minute. */
function abandoned() {
  try {
    const owner = Number(readFileSync(lock, 'utf8'))
    if (owner === 0) return Date.now() - statSync(lock).mtimeMs > 60_000
    process.kill(owner, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

async function alone(work) {
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      if (abandoned()) rmSync(lock, { force: true })
      else await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
  try {
    return work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function install() {
  if (installed()) return undefined
  console.log('Installing the packages of the lock file (npm ci) ...')
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund']
  // The npm that runs this script, where one does: a second one on the path may be older.
  const npm = process.env.npm_execpath
  const failed = npm?.endsWith('.js')
    ? trouble(process.execPath, [npm, ...args])
    : trouble('npm', args, { shell: process.platform === 'win32' })
  if (failed === undefined) writeFileSync(stamp, wanted)
  return failed
}

/** Debian packages a Chromium; elsewhere, Ubuntu included, Playwright downloads its own. */
function bringBrowser() {
  const linux = process.platform === 'linux'
  const superuser = process.getuid?.() === 0
  const debian = existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
  if (linux && superuser && debian) {
    // Another apt may be at work: wait for it, apt by itself gives up at once.
    const apt = (...args) =>
      trouble('apt-get', ['-o', 'DPkg::Lock::Timeout=300', '-qq', ...args], {
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      })
    console.log('Installing Chromium for the browser tests (apt-get) ...')
    return apt('update') ?? apt('install', '-y', '--no-install-recommends', 'chromium')
  }
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  return trouble(process.execPath, [cli, 'install', ...(linux && superuser ? ['--with-deps'] : []), 'chromium'])
}

const failed = installed() ? undefined : await alone(install)
if (failed !== undefined) {
  console.error(failed)
  process.exit(1)
}

if (process.argv.includes('--browser') && !process.env.CHROMIUM_PATH && !existsSync('/usr/bin/chromium')) {
  const missing = await alone(bringBrowser)
  // Not an end: all other tests can run, and the browser tests will say for themselves that they could not.
  if (missing !== undefined) console.error(`${missing}\nThe browser tests need Chromium: name one in CHROMIUM_PATH.`)
}
