import { describe, expect, it } from 'vitest'
import { signCheckpoint } from '../../../engine/log/checkpoint.ts'
import type { ReceiptFields } from '../../../engine/log/receipt.ts'
import {
  appendReceipt,
  appendReceiptLine,
  emptyLog,
  type LogState,
  type SealedReceipt,
} from '../../../engine/log/receipt.ts'
import type { ChainInput } from '../../../engine/verify/chain/chain-input.ts'
import { type ChainReport, verifyProofChain } from '../../../engine/verify/verify-proof-chain.ts'
import { signerOf, verifySignature } from '../support/ed25519.ts'
import { periodsOf } from '../support/key-periods.ts'
import { failuresOf, inputOf, origin, type StoredRun, seal } from '../support/sealed.ts'
import { sealedCase } from '../support/sealed-case.ts'
import { sha256 } from '../support/sha256.ts'

/** What the evidence of a run proves of the log before it, against an operator who signs a second history. */

const stored = await seal(sealedCase)
const verify = (input: ChainInput): Promise<ChainReport> => verifyProofChain({ sha256, verify: verifySignature }, input)
const failing = async (input: ChainInput): Promise<readonly string[]> =>
  (await verify(input)).checks.filter(({ passed }) => !passed).map(({ name }) => name)
const detailOf = ({ checks }: ChainReport, name: string) => checks.find((check) => check.name === name)?.detail

const fieldsIn = (line: string): ReceiptFields => {
  const { kind: _, previous: __, sequence: ___, ...fields } = JSON.parse(line)
  return fields
}

const noteOf = ({ log: { size, root } }: SealedReceipt): Promise<string> =>
  signCheckpoint(sha256, { origin, size, root }, [signerOf(1), signerOf(2)])

/** The run sealed again after the receipts of `lines`, by the same keys. */
async function resealed(lines: readonly string[], change: Partial<ReceiptFields> = {}): Promise<StoredRun> {
  let log: LogState = emptyLog(sha256)
  const receipts: SealedReceipt[] = []
  for (const line of [...lines, stored.receipt?.line ?? '']) {
    const isOwn = receipts.length === lines.length
    const receipt = appendReceipt(sha256, log, { ...fieldsIn(line), ...(isOwn ? change : {}) })
    receipts.push(receipt)
    log = receipt.log
  }
  const own = receipts.at(-1)
  const before = receipts.at(-2)
  if (own === undefined || before === undefined) throw new Error('A log of a test is too short')
  const checkpoint = await noteOf(own)
  return {
    ...stored,
    run: { ...stored.run, checkpoint, ...(change.completedAt && { completedAt: change.completedAt }) },
    receipt: { line: own.line, leafHash: own.leafHash },
    previous: { line: before.line, leafHash: before.leafHash },
    inclusion: own.inclusion,
    consistency: own.consistency,
    previousInclusion: before.inclusion,
    checkpoint,
    previousCheckpoint: await noteOf(before),
    log: { state: own.log, later: [] },
  }
}

const earlierLines = [0, 1].map((at) =>
  JSON.stringify({ ...fieldsIn(stored.receipt?.line ?? ''), run: `run_${at}`, leaves: at }),
)

describe('the log before a receipt', () => {
  it('is that of its signed checkpoint', async () => {
    const report = await verify(inputOf(await resealed(earlierLines)))
    expect(failuresOf(report)).toEqual([])
    expect(detailOf(report, 'logConsistency')).toBe(
      'The log of 3 receipts begins with that of 2, whose signed checkpoint has this root.',
    )
    expect(detailOf(report, 'previousReceipt')).toMatch(/^Receipt 1, the last of the log before/)
  })

  it('is not another one that was signed for the same size, however well its own proofs fit', async () => {
    const fork = await resealed([earlierLines[1] ?? '', earlierLines[0] ?? ''])
    const honest = await resealed(earlierLines)
    expect(failuresOf(await verify(inputOf(fork)))).toEqual([])
    expect(await failing(inputOf({ ...fork, previousCheckpoint: honest.previousCheckpoint }))).toContain(
      'logConsistency',
    )
  })

  it('ends with the receipt before: a receipt that the next one names, but no log holds, is none', async () => {
    const honest = await resealed(earlierLines)
    const other = await resealed([earlierLines[0] ?? '', stored.receipt?.line ?? ''])
    // An operator signs a receipt that names an invented one as the receipt before.
    const state = { size: 2, frontier: honest.log.state.frontier.slice(0, 1), root: '', previous: '' }
    const own = appendReceipt(
      sha256,
      { ...state, previous: other.previous?.leafHash ?? '' },
      fieldsIn(stored.receipt?.line ?? ''),
    )
    const checkpoint = await noteOf(own)
    const forged = {
      ...honest,
      run: { ...honest.run, checkpoint },
      receipt: { line: own.line, leafHash: own.leafHash },
      previous: other.previous,
      inclusion: own.inclusion,
      consistency: own.consistency,
      checkpoint,
      log: { state: own.log, later: [] },
    }
    expect(await failing(inputOf(forged))).toEqual(['previousReceipt'])
  })

  it('is not accepted without the signed checkpoint before', async () => {
    const { previousCheckpoint: _, previousInclusion: __, ...input } = inputOf(stored)
    const report = await verify(input)
    expect(failuresOf(report)).toEqual(['logConsistency: The checkpoint before is missing.'])
  })

  it('is not judged where the receipt before is missing with its checkpoint, which is found for itself', async () => {
    const { previousCheckpoint: _, previousInclusion: __, ...input } = inputOf({ ...stored, previous: null })
    const report = await verify(input)
    expect(failuresOf(report)).toEqual(['previousReceipt: The receipt before is missing.'])
    expect(detailOf(report, 'logConsistency')).toBe('Not judged: the receipt before is missing, and its checkpoint.')
  })

  it('has no checkpoint before the first receipt', async () => {
    const first = await seal({ ...sealedCase, sequence: 0 })
    expect(await failing({ ...inputOf(first), previousCheckpoint: stored.previousCheckpoint })).toEqual([
      'logConsistency',
    ])
  })
})

it('a receipt of another version is refused, and says what reads it', async () => {
  const first = await seal({ ...sealedCase, sequence: 0 })
  const line = (first.receipt?.line ?? '').replace('receipt@2', 'receipt@1')
  const own = appendReceiptLine(sha256, emptyLog(sha256), line)
  const checkpoint = await noteOf(own)
  const sealed = {
    ...first,
    run: { ...first.run, checkpoint },
    receipt: { line, leafHash: own.leafHash },
    checkpoint,
    log: { state: own.log, later: [] },
  }
  expect(failuresOf(await verify(inputOf(sealed)))).toEqual([
    'receiptHash: Got tallystick/receipt@1, wanted tallystick/receipt@2: the program that wrote it reads it.',
  ])
})

describe('the times of a receipt', () => {
  it('run forwards, from creation to completion', async () => {
    const late = { createdAt: '2026-11-20T10:00:02.000Z', completedAt: '2026-11-20T10:00:01.250Z' }
    const run = await resealed(earlierLines, late)
    const failures = failuresOf(await verify(inputOf({ ...run, run: { ...run.run, createdAt: late.createdAt } })))
    expect(failures).toEqual(['receiptHash: The run was completed before it was created.'])
  })

  it('run forwards, from one receipt to the next', async () => {
    const run = await resealed(earlierLines, { completedAt: '2026-11-20T10:00:01.000Z' })
    expect(failuresOf(await verify(inputOf(run)))).toEqual([
      'previousReceipt: The receipt before was completed later than this one.',
    ])
  })

  const [first, second] = [signerOf(1), signerOf(2)] as const

  it.each([
    [
      'in the period of its keys',
      [
        [first, '2026-01-01'],
        [second, '2026-11-19', '2026-11-21'],
      ],
      [],
    ],
    [
      'in the period of the key before',
      [
        [first, '2026-01-01'],
        [second, '2026-11-21', '2026-11-22'],
      ],
      [],
    ],
    [
      'in the period of the key after',
      [
        [first, '2026-01-01'],
        [second, '2026-11-19', '2026-11-19'],
      ],
      [],
    ],
    ['before the first key', [[first, '2026-11-21']], ['checkpointSignature']],
    [
      'between two keys',
      [
        [first, '2026-01-01'],
        [second, '2026-11-21', '2026-11-19'],
      ],
      ['checkpointSignature'],
    ],
    [
      'after both',
      [
        [first, '2026-01-01'],
        [second, '2026-01-02', '2026-01-03'],
        [signerOf(3), '2026-01-04', '2026-01-05'],
      ],
      ['checkpointSignature'],
    ],
    ['in the period of a stranger', [[signerOf(9), '2026-01-01']], ['checkpointSignature']],
    ['in no period', [], ['checkpointSignature']],
  ] as const)('are %s', async (_, keys, failed) => {
    expect(await failing({ ...inputOf(stored), periods: await periodsOf(...keys) })).toEqual(failed)
  })

  it('are not held against keys where the evidence is of a form that has no periods', async () => {
    const { periods: _, ...input } = inputOf(stored)
    expect(await failing(input)).toEqual([])
  })
})

describe('a signature of an unknown key', () => {
  it('is ignored in either checkpoint, as that of a witness', async () => {
    const cosigned = async (note: string | null) =>
      `${note}${(await signCheckpoint(sha256, { origin: 'witness.example', size: 1, root: '00'.repeat(32) }, [signerOf(9)])).split('\n\n')[1]}`
    const checkpoint = await cosigned(stored.checkpoint)
    const input = inputOf({
      ...stored,
      run: { ...stored.run, checkpoint },
      checkpoint,
      previousCheckpoint: await cosigned(stored.previousCheckpoint),
    })
    expect(await failing(input)).toEqual([])
  })

  it('is not enough', async () => {
    const checkpoint = await signCheckpoint(sha256, { origin, ...rootOf(stored) }, [signerOf(9)])
    expect(await failing(inputOf({ ...stored, run: { ...stored.run, checkpoint }, checkpoint }))).toEqual([
      'checkpointSignature',
    ])
  })
})

describe('a log that the caller names', () => {
  it('is that of the checkpoint, or the signature does not count', async () => {
    expect(await failing({ ...inputOf(stored), origin })).toEqual([])
    const failures = failuresOf(await verify({ ...inputOf(stored), origin: 'log.example.com/other' }))
    expect(failures).toEqual(['checkpointSignature: The checkpoint is of another log.'])
  })
})

const rootOf = ({ checkpoint }: StoredRun) => ({
  size: 3,
  root: Buffer.from(checkpoint?.split('\n')[2] ?? '', 'base64').toString('hex'),
})
