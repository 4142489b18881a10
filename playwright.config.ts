import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { defineConfig, devices } from '@playwright/test'

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      probe.close(() => resolve(port))
    })
  })

// Every worker process reads this file again: the first one chooses, the others inherit, and two runs on one machine do not meet.
process.env.LAB_PORT ??= String(await freePort())
const baseURL = `http://127.0.0.1:${process.env.LAB_PORT}`

// Debian's Chromium where there is one, else the one that Playwright brings (scripts/setup.mjs --browser).
const executablePath = process.env.CHROMIUM_PATH ?? (existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined)

export default defineConfig({
  testDir: 'test/browser',
  outputDir: 'test-results/browser',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  // Generous: how busy a machine is must not decide a test.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    baseURL,
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--no-sandbox',
        // Software GL makes a canvas of 1,000 marks miss every other frame; plain software drawing does not.
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: `node node_modules/vite/bin/vite.js preview --port ${process.env.LAB_PORT} --strictPort`,
    url: baseURL,
    reuseExistingServer: false,
    stdout: 'ignore',
  },
})
