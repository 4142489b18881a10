import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

/**
 * The page asks for its own files and for nothing else. Built pages only: the dev server's refresh preamble is an inline script.
 * A policy in a meta element does not bind a worker; there the ban on fetch and its kin in biome.json stands in for it.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

const policy = (): Plugin => ({
  name: 'content-security-policy',
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY },
      injectTo: 'head-prepend',
    },
  ],
})

/** The rooms that a worker is made of: what it answers is decided there. */
const ENGINE_ROOMS = ['base', 'scenario', 'trace', 'sim', 'search', 'worker']

/** A name for the engine of a built page. Two pages whose engines have one name answer alike. */
function engineName(): string {
  const hash = createHash('sha256')
  for (const room of ENGINE_ROOMS) {
    const files = readdirSync(join(import.meta.dirname, 'src', room), { recursive: true, encoding: 'utf8' })
    for (const file of files.filter((name) => name.endsWith('.ts')).sort())
      hash.update(file).update(readFileSync(join(import.meta.dirname, 'src', room, file)))
  }
  return hash.digest('hex').slice(0, 16)
}

const engine = (): Plugin => ({
  name: 'engine-name',
  apply: 'build',
  config: () => ({ define: { 'import.meta.env.ENGINE': JSON.stringify(engineName()) } }),
})

const isWorkerEntry = (id: string): boolean => id.replaceAll('\\', '/').endsWith('/src/worker/worker.ts')

// The budgets (.size-limit.mjs) go by the page for the first view, which names all that its entry imports, and by the name for worker-*.
export default defineConfig({
  // Relative, so that the built folder runs from any path of any static host.
  base: './',
  plugins: [react(), policy(), engine()],
  server: { host: '127.0.0.1' },
  preview: { host: '127.0.0.1' },
  worker: {
    format: 'es',
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/worker-[hash].js',
        chunkFileNames: ({ name }) => `assets/${name === 'core' ? '' : 'lazy-'}worker-[name]-[hash].js`,
        // WebKit runs a worker's entry a second time where a later chunk imports from it, with a second copy of all that it holds: so
        // the entry holds nothing that a later chunk needs. npm run engines builds its page with this, too.
        codeSplitting: { groups: [{ name: 'core', tags: ['$initial'], test: (id) => !isWorkerEntry(id) }] },
      },
    },
  },
  build: {
    target: 'es2022',
    sourcemap: true,
    // One sheet for what App.tsx imports, as that packs better; the partition's comes with the scripts that draw it.
    cssCodeSplit: true,
    rolldownOptions: {
      // A remark about a busy machine, which reads like a fault of the build.
      checks: { pluginTimings: false },
      output: {
        entryFileNames: 'assets/index-[hash].js',
        chunkFileNames: ({ isDynamicEntry }) => `assets/${isDynamicEntry ? 'lazy-[name]' : 'shared'}-[hash].js`,
        assetFileNames: 'assets/[name]-[hash][extname]',
        codeSplitting: {
          groups: [
            // What the first view needs is one script: it comes at once, and packs better.
            { name: 'first', tags: ['$initial'], priority: 1 },
            // What later ones share lies in few scripts, since the first one has to name each.
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 15_000 },
          ],
        },
      },
    },
  },
  test: {
    testTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'core',
          environment: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/panels/**', 'test/browser/**'],
          setupFiles: ['test/support/laws.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'ui',
          environment: 'jsdom',
          include: ['test/panels/**/*.test.ts', 'test/**/*.test.tsx'],
          exclude: ['test/browser/**'],
          setupFiles: ['test/support/laws.ts', 'test/support/panels.ts'],
        },
      },
    ],
  },
})
