import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { apiCalls } from './api-calls-plugin.ts'
import { guides } from './docs/guides-plugin.ts'
import { ruleSchemas } from './rule-schemas-plugin.ts'

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const openapiPath = pathOf('../../dist/assets/openapi.json')

/** Replaces a Node module that browsers lack. */
const alias = [{ find: /^node:zlib$/, replacement: pathOf('../audit/zip/zlib-in-page.ts') }]

/** Builds the page as files with hashed names; the page's headers allow no inlined code. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  publicDir: false,
  plugins: [ruleSchemas(openapiPath), apiCalls(openapiPath), guides({ root: pathOf('../..') })],
  resolve: { alias },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  worker: { format: 'es' },
  build: {
    outDir: pathOf('../../dist/assets'),
    emptyOutDir: false,
    assetsDir: 'console',
    // Inlines no file: it would become a `data:` URL, which the policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    reportCompressedSize: false,
    manifest: true,
  },
})
