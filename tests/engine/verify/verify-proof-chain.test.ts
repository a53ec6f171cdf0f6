import { describe, expect, it } from 'vitest'
import { at } from '../../../engine/base/at.ts'
import { originOf, signCheckpoint } from '../../../engine/log/checkpoint.ts'
import { emptyLog } from '../../../engine/log/receipt.ts'
import { formatVkey, verifierKeyOf } from '../../../engine/log/verifier-key.ts'
import { type ChainCheckName, chainCheckNames, verifyProofChain } from '../../../engine/verify/verify-proof-chain.ts'
import { signerOf, verifySignature } from '../support/ed25519.ts'
import { failuresOf, inputOf, origin, type StoredRun, seal, verifyStored } from '../support/sealed.ts'
import { sealedCase } from '../support/sealed-case.ts'
import { sha256, sha256Hex } from '../support/sha256.ts'

const platform = { sha256, verify: verifySignature }

describe('the chain of a sealed run', () => {
  it.each([0, 1, 2, 3, 4, 7, 8, 12])('holds at place %i of its log', async (sequence) => {
    const report = await verifyStored(await seal({ ...sealedCase, sequence }))
    expect(failuresOf(report)).toEqual([])
    expect(report.checks.map(({ name }) => name)).toEqual(chainCheckNames)
    expect(report).toMatchObject({ verified: true, firstFailure: null })
    expect(report.checks.filter(({ detail }) => detail.startsWith('Not judged'))).toEqual([])
  })
})

const stored = await seal(sealedCase)

it('tells each check in order, that of a dataset before the next one is read', async () => {
  const told: string[] = []
  const tellReading = async function* (name: string, parts: ReturnType<typeof inputOf>['source']) {
    told.push(`reads ${name}`)
    yield* parts
  }
  const { source, target, result, ...rest } = inputOf(stored)
  const streams = {
    source: tellReading('source', source),
    target: tellReading('target', target),
    result: tellReading('result', result),
  }
  const report = await verifyProofChain(platform, { ...rest, ...streams }, ({ name }) => told.push(name))
  const [sourceRoot, targetRoot, ...others] = chainCheckNames
  expect(told).toEqual(['reads source', sourceRoot, 'reads target', targetRoot, 'reads result', ...others])
  expect(report.checks.map(({ name }) => name)).toEqual(chainCheckNames)
})

const failuresWith = async (change: Partial<StoredRun>): Promise<string[]> =>
  failuresOf(await verifyStored({ ...stored, ...change }))
const nameOf = (failure: string): string => at(failure.split(':'), 0)

describe('the one check that fails when', () => {
  it.each<[string, ChainCheckName, Partial<StoredRun>]>([
    ['two chunks of the source change places', 'sourceRoot', { source: swapped(stored.source) }],
    ['two chunks of the target change places', 'targetRoot', { target: swapped(stored.target) }],
    ['two chunks of the result change places', 'resultRoot', { result: swapped(stored.result) }],
    ['the last chunk of the source is gone', 'sourceRoot', { source: stored.source.slice(0, -1) }],
    ['the last chunk of the target is gone', 'targetRoot', { target: stored.target.slice(0, -1) }],
    ['the last chunk of the result is gone', 'resultRoot', { result: stored.result.slice(0, -1) }],
    ['no chunk of the source is left', 'sourceRoot', { source: [] }],
    ['the rules are those of another run', 'policyHash', { rules: '[]' }],
    ['the run names no result root', 'resultRoot', { run: { ...stored.run, resultRoot: null } }],
    ['the receipt is gone', 'receiptHash', { receipt: null }],
    ['the receipt is the one before', 'receiptHash', { receipt: stored.previous }],
    ['the receipt before is gone', 'previousReceipt', { previous: null }],
    ['the receipt before is this one', 'previousReceipt', { previous: stored.receipt }],
    ['the proof of the receipt before is gone', 'previousReceipt', { previousInclusion: null }],
    ['the proof of the receipt before is cut off', 'previousReceipt', { previousInclusion: [] }],
    ['the proof of the receipt before is this one’s', 'previousReceipt', { previousInclusion: stored.inclusion }],
    ['the checkpoint before is served', 'logInclusion', { ...checkpointed(stored.previousCheckpoint) }],
    ['the inclusion proof is gone', 'logInclusion', { inclusion: [] }],
    ['the inclusion proof has a hash more', 'logInclusion', { inclusion: [...stored.inclusion, '0'.repeat(64)] }],
    ['the consistency proof is gone', 'logConsistency', { consistency: [] }],
    ['the checkpoint before is gone', 'logConsistency', { previousCheckpoint: null }],
    ['the checkpoint before is this one', 'logConsistency', { previousCheckpoint: stored.checkpoint }],
    ['a later receipt is gone', 'logConsistency', { log: { ...stored.log, later: stored.log.later.slice(1) } }],
    [
      'two later receipts change places',
      'logConsistency',
      { log: { ...stored.log, later: swapped(stored.log.later) } },
    ],
    ['a later leaf hash is none', 'logConsistency', { log: { ...stored.log, later: ['', ...stored.log.later] } }],
    ['the log is that of a tenant without runs', 'logConsistency', { log: { ...stored.log, state: emptyLog(sha256) } }],
    ['the checkpoint is gone', 'checkpointSignature', checkpointed(null)],
    ['the run shows another checkpoint', 'checkpointSignature', { run: { ...stored.run, checkpoint: 'another' } }],
    ['there is no key', 'checkpointSignature', { keys: [] }],
    ['a key is none', 'checkpointSignature', { keys: [...stored.keys, 'key'] }],
  ])('%s is %s', async (_, name, change) => {
    expect((await failuresWith(change)).map(nameOf)).toEqual([name])
  })

  it('a receipt is claimed to stand before the first is previousReceipt', async () => {
    const first = await seal({ ...sealedCase, sequence: 0 })
    const failures = failuresOf(await verifyStored({ ...first, previous: stored.previous }))
    expect(failures).toEqual(['previousReceipt: There is a receipt before the first.'])
  })

  it('the checkpoint is of another tenant’s log is checkpointSignature', async () => {
    const { root } = stored.log.state
    const other = { origin: originOf('log.example.com', '00'.repeat(32)), size: 3, root }
    const note = await signCheckpoint(sha256, other, [signerOf(1)])
    const keys = [formatVkey(verifierKeyOf(sha256, other.origin, signerOf(1).publicKey))]
    const failures = await failuresWith({ ...checkpointed(note), keys, previousCheckpoint: note })
    expect(failures.map(nameOf)).toContain('checkpointSignature')
  })

  it('the log was forked is logInclusion: another root is signed for the same size', async () => {
    const fork = { origin, size: 3, root: stored.log.state.root }
    const note = await signCheckpoint(sha256, fork, [signerOf(1), signerOf(2)])
    expect((await failuresWith(checkpointed(note))).map(nameOf)).toEqual(['logInclusion'])
  })
})

describe('a verification', () => {
  it('names what is not judged after a broken link, and fails as a whole', async () => {
    const report = await verifyStored({ ...stored, source: [] })
    expect(report).toMatchObject({ verified: false, firstFailure: 'sourceRoot' })
    expect(report.checks.find(({ name }) => name === 'completeness')).toEqual({
      name: 'completeness',
      passed: true,
      expected: null,
      actual: null,
      detail: 'Not judged: the lines are not those that were sealed.',
    })
  })

  it('says of a broken link what it had to be and what it is', async () => {
    const report = await verifyStored({ ...stored, rules: '[]' })
    expect(report.checks[2]).toEqual({
      name: 'policyHash',
      passed: false,
      expected: stored.run.policy.hash,
      actual: sha256Hex(Buffer.from('[]')),
      detail: 'The rules do not have the hash that the run’s record names.',
    })
  })

  it('needs neither the rows of the datasets, nor the log as it stands', async () => {
    const { datasets: _, log: __, tenant: ___, ...input } = inputOf(stored)
    expect(failuresOf(await verifyProofChain(platform, input))).toEqual([])
  })

  it('passes on what a stream throws', async () => {
    const broken = async function* (): AsyncGenerator<string> {
      yield '{"id":"s1"}\n'
      throw new Error('The database is away')
    }
    await expect(verifyProofChain(platform, { ...inputOf(stored), source: broken() })).rejects.toThrow('away')
  })
})

function swapped<Row>(rows: readonly Row[]): Row[] {
  const [first, second, ...rest] = rows
  if (first === undefined || second === undefined) throw new Error('There are no two rows to swap')
  return [second, first, ...rest]
}

/** With another checkpoint, which the run's record shows too. */
function checkpointed(checkpoint: string | null): Partial<StoredRun> {
  return { checkpoint, run: { ...stored.run, checkpoint } }
}
