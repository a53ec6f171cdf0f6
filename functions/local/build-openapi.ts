import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './tool-environment.ts'

/**
 * Writes the OpenAPI document to the static assets, once with the operator's operations and once without, and also
 * `llms.txt` and the documentation. Part of `[build]` in wrangler.toml, of `npm ci` and of the tests.
 */

const assetsPath = join(root, 'dist/assets')

// Makes Node import a WebAssembly file as the bundler does, as a compiled module; by itself Node would import its
// exports.
registerHooks({
  load(url, context, next) {
    if (!url.endsWith('.wasm')) return next(url, context)
    const bytes = readFileSync(fileURLToPath(url)).toString('base64')
    const source = `export default new WebAssembly.Module(Buffer.from('${bytes}', 'base64'))`
    return { format: 'module', shortCircuit: true, source }
  },
})
// The paths are variables so that the compiler does not follow them: the types of the Worker would mix with those of
// Node.
const modules = { document: './openapi/document.ts', llms: './openapi/llms.ts' }
const { makeDocument }: { makeDocument: (options: { hasAdmin: boolean }) => object } = await import(modules.document)
const { makeLlmsText }: { makeLlmsText: (document: object, pages: readonly object[]) => string } = await import(
  modules.llms
)

mkdirSync(join(assetsPath, 'docs'), { recursive: true })
for (const [name, hasAdmin] of [
  ['openapi.json', false],
  ['openapi-with-admin.json', true],
] as const)
  writeFileSync(join(assetsPath, name), JSON.stringify(makeDocument({ hasAdmin })))

const pages = globSync('docs/*.md', { cwd: root })
  .sort()
  .map((path) => ({ name: basename(path), text: readFileSync(join(root, path), 'utf8') }))
for (const { name, text } of pages) writeFileSync(join(assetsPath, 'docs', name), text)
writeFileSync(join(assetsPath, 'llms.txt'), makeLlmsText(makeDocument({ hasAdmin: false }), pages))
