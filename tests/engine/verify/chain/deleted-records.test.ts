import { describe, expect, it } from 'vitest'
import { standingOf } from '../../../../engine/verify/chain/verdict.ts'
import { verifyProofChain } from '../../../../engine/verify/verify-proof-chain.ts'
import { verifySignature } from '../../support/ed25519.ts'
import { packOf, verifyPack } from '../../support/packed.ts'
import { failuresOf, inputOf, seal, streamOf, verifyStored } from '../../support/sealed.ts'
import { sealedCase } from '../../support/sealed-case.ts'
import { sha256 } from '../../support/sha256.ts'

const stored = await seal(sealedCase)
const at = { completedAt: '2026-12-01T00:00:00.000Z', sequence: 7 }
const { datasets: _, ...input } = inputOf(stored)

/** The chain of a run whose sides were deleted. */
const verifyWithout = (deleted: { readonly source?: string; readonly target?: string }, run = input.run) =>
  verifyProofChain(
    { sha256, verify: verifySignature },
    {
      ...input,
      run,
      source: deleted.source === undefined ? streamOf(stored.source) : streamOf([]),
      target: deleted.target === undefined ? streamOf(stored.target) : streamOf([]),
      result: streamOf(stored.result),
      log: stored.log,
      deleted: {
        ...(deleted.source !== undefined && { source: { ...at, root: deleted.source } }),
        ...(deleted.target !== undefined && { target: { ...at, root: deleted.target } }),
      },
    },
  )

describe('a run whose records were deleted', () => {
  const [source, target] = [stored.run.source.root, stored.run.target.root]

  it.each([
    ['of the source', { source }, ['sourceRoot', 'completeness']],
    ['of the target', { target }, ['targetRoot', 'completeness']],
    ['of both sides', { source, target }, ['sourceRoot', 'targetRoot', 'completeness']],
  ])('is proven but for its records: %s', async (__, deleted, names) => {
    const report = await verifyWithout(deleted)
    expect(report.verified, failuresOf(report).join()).toBe(true)
    expect(report.checks.filter((check) => standingOf(check) !== 'holds').map(({ name }) => name)).toEqual(names)
    for (const check of report.checks.filter(({ name }) => names.includes(name)))
      expect(standingOf(check)).toBe('not proven')
  })

  it('does not hold when the deletion names another root', async () => {
    const report = await verifyWithout({ source: '0'.repeat(64) })
    expect(report.firstFailure).toBe('sourceRoot')
  })

  it('does not hold when the run pins another root than its receipt', async () => {
    const root = '0'.repeat(64)
    const report = await verifyWithout({ source: root }, { ...input.run, source: { ...input.run.source, root } })
    expect(report.firstFailure).toBe('receiptHash')
  })
})

describe('a receipt behind a deletion', () => {
  it('holds, in the database and in a pack', async () => {
    const behind = await seal({ ...sealedCase, sequence: 2, deletionsAt: [0, 1, 4] })
    expect(failuresOf(await verifyStored(behind))).toEqual([])
    const report = await verifyPack(packOf(behind))
    expect(report).toMatchObject({ verified: true })
  })

  it('does not hold with another deletion before it', async () => {
    const behind = await seal({ ...sealedCase, sequence: 2, deletionsAt: [1] })
    const line = behind.previous?.line.replace('run_1', 'run_9') ?? ''
    const changed = { ...behind, previous: { line, leafHash: behind.previous?.leafHash ?? '' } }
    expect((await verifyStored(changed)).firstFailure).toBe('previousReceipt')
  })
})
