import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { root } from '../../../../functions/local/tool-environment.ts'

/** What one reading of a sealed run held. */
export interface MeasuredRead {
  readonly name: string
  /** Whether the reading found what is there. */
  readonly isSound: boolean
  /** The most that was held above what was held before, garbage left out. */
  readonly megabytes: number
}

/** Reads a sealed run of so many records a side in a process of its own. Throws when the process fails. */
export async function measureReads(recordCount: number): Promise<readonly MeasuredRead[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-reads-'))
  try {
    const outfile = join(folder, 'child.mjs')
    await build({
      entryPoints: [join(root, 'tests/support/node/read-memory/child.ts')],
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node24',
      absWorkingDir: root,
      logLevel: 'silent',
    })
    const words = ['--expose-gc', '--max-semi-space-size=4', outfile, String(recordCount)]
    const { stdout, stderr, status } = spawnSync(process.execPath, words, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`Reading failed: ${stderr.slice(-2_000)}`)
    return stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
