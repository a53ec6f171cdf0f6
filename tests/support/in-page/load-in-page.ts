import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { root } from '../node/step.ts'
import type * as SharedWithPage from './shared-with-page.ts'

/** What Node has and a browser has not. */
const ofNode = ['process', 'Buffer', 'global', 'require', 'module', 'setImmediate', '__dirname']

/**
 * The shared modules as the bundler of a page leaves them, with Node's globals taken away. Throws where one imports a
 * module of Node other than `zlib`, which has a stand-in.
 */
export async function loadInPage(): Promise<typeof SharedWithPage> {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'tests/support/in-page/shared-with-page.ts')],
    alias: { 'node:zlib': join(root, 'functions/audit/zip/zlib-in-page.ts') },
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'esm',
    target: 'es2024',
    banner: { js: `const ${ofNode.map((name) => `${name} = undefined`).join(', ')};` },
    absWorkingDir: root,
    logLevel: 'silent',
  })
  const [bundle] = outputFiles
  if (bundle === undefined) throw new Error('esbuild has written no bundle')
  return import(`data:text/javascript;base64,${Buffer.from(bundle.contents).toString('base64')}`)
}

/** The module that a page compiles of what it has fetched. */
export const readLanes = (): WebAssembly.Module =>
  new WebAssembly.Module(readFileSync(join(root, 'functions/audit/sha256/sha256-lanes.wasm')))

/** All values of a stream, in order. */
export async function takeAll<Value>(values: AsyncIterable<Value>): Promise<readonly Value[]> {
  const taken: Value[] = []
  for await (const value of values) taken.push(value)
  return taken
}
