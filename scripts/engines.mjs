// npm run engines: every preset in Node, Chromium, Firefox and WebKitGTK must come to the same digest. Each browser opens one page,
// which runs the presets in the lab's worker and tells what came of it; nothing but this machine's own loopback is asked.
// Exit 1 where engines differ or one of them fails, 2 where one is missing.

import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { chromium } from '@playwright/test'
import { build, loadConfigFromFile } from 'vite'
import { root } from './sources.mjs'

/** No engine needs a tenth of it. */
const PATIENCE_MS = 120_000
/** A browser that was asked to end is given so long. */
const PARTING_MS = 3_000

const pages = join(root, '.cli', 'engines')
/** Nobody waits for the end of a sleep that is not needed any more. */
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms).unref())

/** The first of these files that is there. */
const firstThere = (...files) => files.find((file) => file && existsSync(file))

/** MiniBrowser, the plain browser that WebKitGTK brings, lies in a folder of the library's version. */
function miniBrowser() {
  const libraries = ['/usr/lib', '/usr/libexec', '/usr/lib64'].filter(existsSync)
  const folders = libraries.flatMap((folder) => [folder, ...readdirSync(folder).map((name) => join(folder, name))])
  const kits = folders.flatMap((folder) =>
    ['webkit2gtk-4.1', 'webkitgtk-6.0', 'webkit2gtk-4.0'].map((kit) => join(folder, kit, 'MiniBrowser')),
  )
  return firstThere(...kits)
}

/** Firefox calls home by itself; a run of this asks nobody. */
const QUIET_FIREFOX = `
user_pref("app.normandy.enabled", false);
user_pref("app.update.enabled", false);
user_pref("browser.safebrowsing.downloads.remote.enabled", false);
user_pref("browser.safebrowsing.malware.enabled", false);
user_pref("browser.safebrowsing.phishing.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("extensions.update.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "http://127.0.0.1:9/");
user_pref("toolkit.telemetry.enabled", false);
user_pref("toolkit.telemetry.server", "");
`

/** What a browser says of itself: Firefox and WebKit tell a page only half of it. */
function versionOf({ binary, screen = [] }) {
  const [command, ...args] = [...screen, binary, '--version']
  const { stdout } = spawnSync(command, args, { encoding: 'utf8', timeout: 10_000 })
  return / (\d[\d.]*)/.exec(stdout ?? '')?.[1] ?? ''
}

/** How each browser is found and told to open a page, in a home of its own. */
const browsers = [
  {
    name: 'Chromium',
    binary: firstThere(process.env.CHROMIUM_PATH, '/usr/bin/chromium', chromium.executablePath()),
    get: 'npm test brings one; or name one in CHROMIUM_PATH',
    args: (home, url) => [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--user-data-dir=${home}`,
      url,
    ],
  },
  {
    name: 'Firefox',
    binary: firstThere(process.env.FIREFOX_PATH, '/usr/bin/firefox-esr', '/usr/bin/firefox'),
    get: 'on Debian: apt-get install firefox-esr; or name one in FIREFOX_PATH',
    args: (home, url) => {
      writeFileSync(join(home, 'user.js'), QUIET_FIREFOX)
      return ['--headless', '--no-remote', '--profile', home, url]
    },
  },
  {
    name: 'WebKitGTK',
    binary: firstThere('/usr/bin/xvfb-run') && firstThere(process.env.WEBKIT_PATH, miniBrowser()),
    get: 'on Debian: apt-get install webkit2gtk-driver xvfb xauth; or name a MiniBrowser in WEBKIT_PATH',
    // It knows no headless way: it gets a screen that nobody sees.
    screen: ['xvfb-run', '-a'],
    args: (_home, url) => [url],
  },
]

async function built() {
  rmSync(pages, { recursive: true, force: true })
  const shipped = await loadConfigFromFile({ command: 'build', mode: 'production' }, join(root, 'vite.config.ts'))
  const common = { configFile: false, publicDir: false, logLevel: 'warn' }
  await build({
    ...common,
    root: join(root, 'cli', 'engines'),
    base: './',
    build: { outDir: join(pages, 'page'), emptyOutDir: true, target: 'es2022' },
    // Split as it is shipped.
    worker: shipped.config.worker,
  })
  const bundled = spawnSync(
    process.execPath,
    [join(root, 'scripts', 'bundle.mjs'), 'cli/engines/node.ts', '.cli/engines'],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  if (bundled.status !== 0) throw new Error('cli/engines/node.ts could not be bundled.')
}

function inNode() {
  const done = spawnSync(process.execPath, [join(pages, 'node.js')], { encoding: 'utf8', timeout: PATIENCE_MS })
  const name = `Node ${process.versions.node}`
  if (done.status !== 0) return { name, problem: done.stderr || done.error?.message || `exit ${done.status}` }
  return { name, digests: JSON.parse(done.stdout) }
}

const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript' }

/** Serves the page, and takes what it tells. `heard` is told the browser's name and the outcome. */
async function serve(heard) {
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url, 'http://127.0.0.1')
    if (pathname === '/told') return void take(request, response, (outcome) => heard(search.slice(1), outcome))
    const file = join(pages, 'page', pathname === '/' ? 'index.html' : pathname)
    if (!existsSync(file)) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
    response.end(readFileSync(file))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

function take(request, response, done) {
  let text = ''
  request.setEncoding('utf8')
  request.on('data', (piece) => {
    text += piece
  })
  request.on('end', () => {
    response.end()
    done(JSON.parse(text))
  })
}

/** Ends a browser that was started here, and all that it started: they are a group of their own. */
async function end(child) {
  for (const signal of ['SIGTERM', 'SIGKILL']) {
    if (child.exitCode !== null || child.signalCode !== null) return
    try {
      process.kill(-child.pid, signal)
    } catch (error) {
      if (error.code !== 'ESRCH') throw error
      return
    }
    await Promise.race([new Promise((resolve) => child.once('exit', resolve)), sleep(PARTING_MS)])
  }
}

async function inBrowser(browser, server, waiting) {
  const { name, binary, screen = [] } = browser
  const home = mkdtempSync(join(tmpdir(), 'timeout-lab-engine-'))
  const url = `http://127.0.0.1:${server.address().port}/?${name}`
  const [command, ...args] = [...screen, binary, ...browser.args(home, url)]
  const child = spawn(command, args, {
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home, XDG_DATA_HOME: home },
  })
  try {
    const outcome = await Promise.race([
      new Promise((resolve) => waiting.set(name, resolve)),
      new Promise((resolve) => child.once('error', ({ message }) => resolve({ problem: message }))),
      new Promise((resolve) => child.once('exit', (code) => resolve({ problem: `it ended by itself, exit ${code}` }))),
      sleep(PATIENCE_MS).then(() => ({ problem: `it told nothing within ${PATIENCE_MS / 1000} s` })),
    ])
    return { ...outcome, name: `${name} ${versionOf(browser)}` }
  } finally {
    await end(child)
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

const hex = (digest) => digest.toString(16).padStart(8, '0')

/** The table: a preset a line, an engine a column; what differs from Node is marked. Gives back whether nothing differs. */
function print(engines) {
  const [node] = engines
  const columns = engines.map(({ digests }) => new Map(digests))
  const lines = node.digests.map(([id, digest]) => ({
    id,
    cells: columns.map((column) => {
      const own = column.get(id)
      return own === digest ? hex(own) : `${own === undefined ? 'none' : hex(own)} !`
    }),
  }))
  const first = Math.max(...lines.map(({ id }) => id.length))
  const widths = engines.map(({ name }) => Math.max(name.length, 10))
  const line = (id, cells) => [id.padEnd(first), ...cells.map((cell, i) => cell.padEnd(widths[i]))].join('  ').trimEnd()
  console.log(
    [
      line(
        '',
        engines.map(({ name }) => name),
      ),
      ...lines.map(({ id, cells }) => line(id, cells)),
    ].join('\n'),
  )
  return lines.every(({ cells }) => cells.every((cell) => !cell.endsWith('!')))
}

await built()
const waiting = new Map()
const server = await serve((name, outcome) => waiting.get(name)?.(outcome))
const outcomes = [inNode()]
const missing = browsers.filter(({ binary }) => binary === undefined)
for (const browser of browsers)
  if (browser.binary !== undefined) outcomes.push(await inBrowser(browser, server, waiting))
server.close()

const ran = outcomes.filter(({ digests }) => digests !== undefined)
const failed = outcomes.filter(({ digests }) => digests === undefined)
const same = ran[0] === outcomes[0] && print(ran)
console.log(same ? `The same digest for every preset in ${ran.map(({ name }) => name).join(', ')}.` : 'Not the same.')
for (const { name, problem } of failed) console.log(`${name} failed: ${problem}`)
for (const { name, get } of missing) console.log(`${name} is not here (${get}).`)
// Whoever reads the last line alone reads no success where something is wanting.
if (missing.length > 0) console.log('Not all engines were here.')
process.exitCode = !same || failed.length > 0 ? 1 : missing.length > 0 ? 2 : 0
