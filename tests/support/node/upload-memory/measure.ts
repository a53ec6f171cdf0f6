import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { root } from '../../../../functions/local/tool-environment.ts'
import type { Measured } from './measured.ts'

/** The heap of an isolate, in megabytes. */
const heapMegabytes = 128

/** Digests that look at the memory now and then, and modules of WebAssembly that are compiled as they are imported. */
const platformOfNode: Plugin = {
  name: 'platform-of-node',
  setup(builder) {
    builder.onLoad({ filter: /\.wasm$/ }, ({ path }) => ({
      contents: `import { readFileSync } from 'node:fs'
        export default new WebAssembly.Module(readFileSync(${JSON.stringify(path)}))`,
    }))
    builder.onResolve({ filter: /(platform|^\.)\/hasher\.ts$/ }, () => ({
      path: join(root, 'tests/support/node/upload-memory/hashing.ts'),
    }))
  },
}

/**
 * Uploads the bodies by the Worker's own code, in one process of Node whose heap is an isolate's. Throws when the process
 * ends before the last: a heap that is too small ends it.
 */
export async function measureUploads(bodies: readonly { readonly name: string }[]): Promise<readonly Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-memory-'))
  try {
    const outfile = join(folder, 'child.mjs')
    await build({
      entryPoints: [join(root, 'tests/support/node/upload-memory/child.ts')],
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node24',
      plugins: [platformOfNode],
      absWorkingDir: root,
      logLevel: 'silent',
    })
    const options = ['--expose-gc', `--max-old-space-size=${heapMegabytes}`, '--max-semi-space-size=4']
    const names = bodies.map(({ name }) => name)
    const { stdout, stderr } = spawnSync(process.execPath, [...options, outfile, ...names], { encoding: 'utf8' })
    const measured: Measured[] = stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
    const next = names[measured.length]
    if (next !== undefined) throw new Error(`Not uploaded: ${next}\n${stderr.slice(-2_000)}`)
    return measured
  } finally {
    rmSync(folder, { recursive: true })
  }
}
