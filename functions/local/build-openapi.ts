import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './tool-environment.ts'

/**
 * What the build runs (`[build]` in wrangler.toml), and `npm ci` and the tests: writes the OpenAPI document to the folder of static
 * assets, once with the operator's operations and once without.
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
const module = '../openapi/document.ts'
const { makeDocument }: { makeDocument: (options: { hasAdmin: boolean }) => object } = await import(module)

mkdirSync(assetsPath, { recursive: true })
for (const [name, hasAdmin] of [
  ['openapi.json', false],
  ['openapi-with-admin.json', true],
] as const)
  writeFileSync(join(assetsPath, name), JSON.stringify(makeDocument({ hasAdmin })))
