import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { root } from './tool-environment.ts'

/** The module that holds the hash of the engine. It is committed, since the Worker cannot hash its own code. */
export const engineBuildPath = join(root, 'functions/service/platform/engine-build.ts')

interface Doors {
  readonly exports: { readonly [door: string]: string }
}

/**
 * Bundles the engine, with all modules that others may import, into one module. With the same esbuild the bytes are the
 * same on every machine and in every folder.
 */
async function bundleEngine(): Promise<Uint8Array> {
  const engine: Doors = JSON.parse(readFileSync(join(root, 'engine/package.json'), 'utf8'))
  const { outputFiles } = await build({
    stdin: {
      contents: Object.values(engine.exports)
        .map((path) => `export * from '${path}'\n`)
        .join(''),
      resolveDir: join(root, 'engine'),
    },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2024',
    platform: 'neutral',
    // A neutral platform needs this list, since some packages name their module only by `main`.
    mainFields: ['module', 'main'],
    charset: 'utf8',
    legalComments: 'none',
    sourcemap: false,
    minify: false,
    tsconfigRaw: {},
    absWorkingDir: root,
    logLevel: 'silent',
  })
  const [bundle] = outputFiles
  if (bundle === undefined) throw new Error('esbuild wrote no bundle of the engine')
  return bundle.contents
}

export async function formatEngineBuild(): Promise<string> {
  const hash = createHash('sha256')
    .update(await bundleEngine())
    .digest('hex')
  return `/** SHA-256 of the engine's bundle, which every receipt names. Made by \`npm run build:engine\`. */\nexport const engineBuild = '${hash}'\n`
}

export const isEngineBuildFresh = async (): Promise<boolean> =>
  readFileSync(engineBuildPath, 'utf8') === (await formatEngineBuild())
