import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './tool-environment.ts'

/**
 * What the build runs (`[build]` in wrangler.toml), and `npm ci` and the tests: writes the OpenAPI document to the folder of static
 * assets, once with the operator's operations and once without, and beside it `llms.txt` and the documentation.
 */

const assetsPath = join(root, 'dist/assets')

// The bundler makes a module of a WebAssembly file, and Node its exports.
registerHooks({
  load(url, context, next) {
    if (!url.endsWith('.wasm')) return next(url, context)
    const bytes = readFileSync(fileURLToPath(url)).toString('base64')
    const source = `export default new WebAssembly.Module(Buffer.from('${bytes}', 'base64'))`
    return { format: 'module', shortCircuit: true, source }
  },
})
// The types of the Worker, which the document is made of, stay out of those of Node.
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
