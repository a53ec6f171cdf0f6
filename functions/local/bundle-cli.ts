import { join } from 'node:path'
import { build } from 'esbuild'
import { root } from './tool-environment.ts'

/** Bundles the command line into one file. Returns its modules as paths from the project's root. */
export async function bundleCli(outfile: string): Promise<readonly string[]> {
  const { metafile } = await build({
    entryPoints: [join(root, 'functions/cli/main.ts')],
    outfile,
    bundle: true,
    metafile: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    // Names are kept, for readable stack traces.
    minifySyntax: true,
    minifyWhitespace: true,
    absWorkingDir: root,
    logLevel: 'warning',
  })
  return Object.keys(metafile.inputs).filter((path) => !path.startsWith('node_modules/'))
}
