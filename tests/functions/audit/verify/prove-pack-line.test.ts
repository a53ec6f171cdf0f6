import { describe, expect, it } from 'vitest'
import { recogniseEvidence } from '../../../../functions/audit/verify/evidence-file.ts'
import { openPack, type PackFile } from '../../../../functions/audit/verify/pack-file.ts'
import { provePackLine } from '../../../../functions/audit/verify/prove-pack-line.ts'
import { openProof, verifyProof } from '../../../../functions/audit/verify/verify-proof.ts'
import { platform } from '../../../../functions/cli/evidence/verify-here.ts'
import { packOf } from '../../../engine/support/packed.ts'
import { seal } from '../../../engine/support/sealed.ts'
import { sealedCase } from '../../../engine/support/sealed-case.ts'
import { takeAll } from '../../../support/in-page/load-in-page.ts'
import { madeHeads } from '../../../support/made-heads.ts'
import { zipped } from '../../../support/node/pack.ts'

async function packAt(sequence: number): Promise<PackFile> {
  const files = packOf(await seal({ ...sealedCase, sequence }))
  const pack = await openPack(new Blob([zipped(files)]))
  if (!pack.ok) throw new Error(pack.faults.join())
  return pack.value
}

const trust = { keys: [], trustsOwnKeys: false, anchoring: { policy: undefined, certificates: [] } }

describe.each([0, 2])('at place %i of its log', (sequence) => {
  it('proves every line of the result, and the records that it names', async () => {
    const pack = await packAt(sequence)
    const lines = await takeAll(pack.lines('result.ndjson'))
    for (const [index, line] of lines.entries()) {
      const text = await provePackLine(platform, pack, index)
      const proof = await openProof(await recogniseEvidence(new Blob([text ?? ''])))
      if (!proof.ok) throw new Error(proof.faults.join())
      const { lines: checks, proven } = await verifyProof(platform, proof.value, trust)
      expect(checks.filter(({ verdict }) => verdict === 'does not hold')).toEqual([])
      expect(proven?.leaf?.line).toBe(line)
      const { source = [], target = [] }: { source?: unknown; target?: unknown } = JSON.parse(line)
      if (Array.isArray(source)) expect(proven?.records.source).toHaveLength(source.length)
      if (Array.isArray(target)) expect(proven?.records.target).toHaveLength(target.length)
    }
    expect(lines.length).toBeGreaterThan(5)
  })
})

it('proves no line that is not there', async () => {
  const pack = await packAt(2)
  const lines = await takeAll(pack.lines('result.ndjson'))
  expect(await provePackLine(platform, pack, lines.length)).toBeUndefined()
})

it('proves nothing beside an anchor that does not hold', async () => {
  const pack = await packAt(2)
  const anchor = {
    checkpoint: pack.input.checkpoint,
    consistency: { from: 1, to: 1, hashes: [] },
    heads: madeHeads([{ origin: 'log.example.com/other', size: 1 }]),
    inclusion: { index: 0, size: 1, hashes: [] },
    keys: pack.input.keys,
    timestamp: null,
  }
  const text = (await provePackLine(platform, pack, 0)) ?? ''
  const proof = await openProof(await recogniseEvidence(new Blob([JSON.stringify({ ...JSON.parse(text), anchor })])))
  if (!proof.ok) throw new Error(proof.faults.join())
  const { lines, proven } = await verifyProof(platform, proof.value, trust)
  expect(lines.filter(({ verdict }) => verdict === 'does not hold').map(({ name }) => name)).toEqual(['anchor'])
  expect(proven).toBeUndefined()
})
