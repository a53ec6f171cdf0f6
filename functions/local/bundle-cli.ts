import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
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
  const { metafile, outputFiles } = await build({
    entryPoints: {
      tallystick: join(root, 'functions/cli/main.ts'),
      'thread-program': join(root, 'functions/cli/reconcile/thread-program.ts'),
    },
    outdir: folder,
    bundle: true,
    splitting: true,
    metafile: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    // Names are kept, for readable stack traces.
    minifySyntax: true,
    minifyWhitespace: true,
    absWorkingDir: root,
    logLevel: 'warning',
  })
  mkdirSync(folder, { recursive: true })
  for (const { path, text } of outputFiles) writeFileSync(path, inAscii(text))
  return Object.keys(metafile.inputs).filter((path) => !path.startsWith('node_modules/'))
}

/**
 * A program in ASCII, where other characters are escaped: Node decodes it faster, and keeps it in half the memory. The
 * escapes are valid in texts, templates and patterns, and nothing else of a bundle has such characters: esbuild leaves
 * them in patterns only.
 */
const inAscii = (program: string): string => {
  if (/\\[^\0-\x7f]/.test(program)) throw new Error('A pattern escapes a character that needs no escape')
  return program.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
