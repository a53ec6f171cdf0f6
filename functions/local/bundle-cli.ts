import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { root } from './tool-environment.ts'

/**
 * Bundles the command line as `tallystick.js` in a folder, and beside it the program of its second thread and the parts that
 * only some commands load. Replaces the folder. Returns the modules as paths from the project's root.
 */
export async function bundleCli(folder: string): Promise<readonly string[]> {
  // The names of parts change with their content, so parts of an earlier bundle would stay.
  rmSync(folder, { recursive: true, force: true })
  const { metafile } = await build({
    entryPoints: {
      tallystick: join(root, 'functions/cli/main.ts'),
      'thread-program': join(root, 'functions/cli/reconcile/thread-program.ts'),
    },
    outdir: folder,
    bundle: true,
    splitting: true,
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
