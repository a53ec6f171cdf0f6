import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { at } from '../../../../engine/base/at.ts'
import { linesOf } from '../../../../engine/base/line-splitter.ts'
import { packReadme } from '../../../../engine/index.ts'
import { leafHashOf } from '../../support/lines.ts'
import { packOf } from '../../support/packed.ts'
import { seal } from '../../support/sealed.ts'
import { sealedCase } from '../../support/sealed-case.ts'

/** The commands of the README: its lines that begin with four spaces. */
const recipe = packReadme
  .split('\n')
  .filter((line) => line.startsWith('    '))
  .map((line) => line.slice(4))

/** What the recipe says of a pack, in a folder that holds nothing else. */
function follow(pack: ReadonlyMap<string, Uint8Array>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-pack-'))
  try {
    for (const [name, bytes] of pack) writeFileSync(join(folder, name), bytes)
    const script = `set -e\n${recipe.join('\n')}\n`
    return execFileSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8' }).trimEnd().split('\n')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('the recipe of the README', () => {
  it.each([0, 1, 2, 6])('checks by hand what was sealed at place %i of its log', async (sequence) => {
    const stored = await seal({ ...sealedCase, sequence })
    const { run, receipt, previous, checkpoint } = stored
    const secondLine = at(linesOf(stored.result.map(({ text }) => text).join('')), 1)
    const logRoot = checkpoint?.split('\n')[2]
    expect(follow(packOf(stored))).toEqual([
      `${run.policy.hash}  rules.json`,
      leafHashOf(secondLine),
      run.source.root,
      run.target.root,
      run.resultRoot,
      receipt?.line,
      previous?.leafHash ?? receipt?.leafHash,
      logRoot,
      logRoot,
      'Signature Verified Successfully',
    ])
  })

  it('finds the root of an empty dataset', async () => {
    const stored = await seal({ source: [], target: [], rules: [] })
    expect(follow(packOf(stored))[2]).toBe(stored.run.source.root)
  })

  it('sees a changed record', async () => {
    const stored = await seal(sealedCase)
    const files = new Map<string, Uint8Array>(packOf(stored))
    const text = Buffer.from(files.get('source.ndjson') ?? []).toString()
    files.set('source.ndjson', Buffer.from(text.replace('"100"', '"101"')))
    expect(follow(files)[2]).not.toBe(stored.run.source.root)
  })
})
