import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { guides } from './docs/guides-plugin.ts'
import { ruleSchemas } from './rule-schemas-plugin.ts'

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** A module in place of the one that the Worker and Node have. */
const alias = [{ find: /^node:zlib$/, replacement: pathOf('../audit/zip/zlib-in-page.ts') }]

/** The page as files with hashed names; the policy of its headers allows no text inside another file to be run. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  publicDir: false,
  plugins: [ruleSchemas(pathOf('../../dist/assets/openapi.json')), guides({ root: pathOf('../..') })],
  resolve: { alias },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  worker: { format: 'es' },
  build: {
    outDir: pathOf('../../dist/assets'),
    emptyOutDir: false,
    assetsDir: 'console',
    // A file inside another would be a `data:` URL, which the policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    reportCompressedSize: false,
  },
})
