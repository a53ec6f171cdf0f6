import type { Sha256 } from '../../base/hasher.ts'
import { noReceipt, type Receipt } from '../../log/receipt.ts'
import type { ReadArtifacts } from './artifact-checks.ts'
import { policyClaims, resultClaims, sideClaims } from './artifact-checks.ts'
import type { ChainInput, LogInput, Verdict } from './chain.ts'
import { type ReadLog, readReceipt } from './log-checks.ts'
import { type Claim, fails, holds, notJudged } from './verdict.ts'

/** The receipt, if its line is the one that the log holds. */
export function sealedReceipt(input: LogInput, log: ReadLog): Receipt | undefined {
  return lineFault(input, log) === undefined && log.receipt.parsed.ok ? log.receipt.parsed.value : undefined
}

/** `receiptHash`: the receipt's line has the hash that is in the log, and binds what the run's record says. */
export function checkReceipt(input: ChainInput, log: ReadLog, read: ReadArtifacts): Verdict {
  const { leaf, parsed } = log.receipt
  const fault = lineFault(input, log)
  if (fault !== undefined) return fault
  if (!parsed.ok) return fails({ expected: null, actual: null }, `${parsed.detail}.`)
  const wrong = bindings(input, read, parsed.value).find(
    ({ said, claims }) => !claims.some(({ value }) => value === said),
  )
  if (wrong !== undefined) {
    const [claim] = wrong.claims.filter(({ value }) => value !== undefined)
    const detail = `The receipt says another ${wrong.what} than ${claim?.where ?? 'the run'}.`
    return fails({ expected: wrong.said, actual: claim?.value ?? null }, detail)
  }
  return holds(leaf, 'The receipt has this leaf hash, and binds the run’s datasets, rules and result.')
}

/** What is wrong with the line itself, whatever it says. */
export function lineFault(input: LogInput, { receipt, proven }: ReadLog): Verdict | undefined {
  if (input.receipt === null) return fails({ expected: proven ?? null, actual: null }, 'The receipt is missing.')
  const { leafHash = receipt.leaf } = input.receipt
  const isProven = proven === receipt.leaf
  if (leafHash === receipt.leaf && (isProven || proven === undefined)) return undefined
  const sealed = isProven ? receipt.leaf : leafHash === receipt.leaf ? (proven ?? leafHash) : leafHash
  return fails(
    { expected: sealed, actual: isProven ? leafHash : receipt.leaf },
    isProven ? 'The leaf hash beside the receipt is not that of its line.' : 'The receipt is not the line in the log.',
  )
}

/** Every run that has a receipt is in this state. */
const sealedStatus = 'completed'

interface Binding {
  readonly what: string
  /** What the receipt says, as text. */
  readonly said: string
  /** What may stand there: one that holds is enough, as a wrong one has a check of its own. */
  readonly claims: readonly Claim[]
}

function bindings(input: ChainInput, read: ReadArtifacts, receipt: Receipt): readonly Binding[] {
  const { run, manifest, tenant } = input
  const own = (what: string, said: string | null, value: string | null): Binding => ({
    what,
    said: String(said),
    claims: [{ where: 'the run’s record', value: String(value) }],
  })
  const root = (what: string, said: string, claims: readonly Claim[]): Binding => ({ what, said, claims })
  const actual = (value: string): Claim => ({ where: 'the stored bytes', value })
  return [
    own('run', receipt.run, run.id),
    own('status', sealedStatus, run.status),
    own('failure', null, run.failure === null ? null : 'a problem'),
    own('engine', receipt.engine, run.engineVersion),
    ...(manifest === undefined ? [] : [{ ...own('engine', receipt.engine, manifest.engine) }]),
    own('time of creation', receipt.createdAt, run.createdAt),
    own('time of completion', receipt.completedAt, run.completedAt),
    own('origin of the replay', receipt.replayOf, run.replayOf),
    own('sequence', String(receipt.sequence), String(run.sequence)),
    ...(tenant === undefined ? [] : [own('tenant', receipt.tenant, tenant)]),
    root('source root', receipt.source, [...sideClaims(input, 'source'), actual(read.source.root)]),
    root('target root', receipt.target, [...sideClaims(input, 'target'), actual(read.target.root)]),
    root('policy hash', receipt.policy, [...policyClaims(input), actual(read.policy)]),
    root('result root', receipt.result, [...resultClaims(input), actual(read.result.root)]),
    ...(receipt.result === read.result.root
      ? [root('count of leaves', String(receipt.leaves), [actual(String(read.result.count))])]
      : []),
  ]
}

/** `previousReceipt`: the receipt names the leaf hash of the one before, which is there; the first names none. */
export function checkPrevious(sha256: Sha256, input: ChainInput, receipt: Receipt | undefined): Verdict {
  if (receipt === undefined) return notJudged('the receipt is not the one in the log.')
  if (receipt.sequence === 0) {
    if (input.previous !== null) return fails({ expected: null, actual: null }, 'There is a receipt before the first.')
    return receipt.previous === noReceipt
      ? holds(noReceipt, 'This is the first receipt of its log.')
      : fails({ expected: noReceipt, actual: receipt.previous }, 'The first receipt names one before it.')
  }
  const expected = receipt.previous
  if (input.previous === null) return fails({ expected, actual: null }, 'The receipt before is missing.')
  const previous = readReceipt(sha256, input.previous)
  const { leafHash = previous.leaf } = input.previous
  const actual = previous.leaf === expected ? leafHash : previous.leaf
  if (actual !== expected) return fails({ expected, actual }, 'The receipt before is not the one that this one names.')
  if (!previous.parsed.ok) return fails({ expected: null, actual: null }, `${previous.parsed.detail}.`)
  const { sequence, tenant } = previous.parsed.value
  if (sequence !== receipt.sequence - 1 || tenant !== receipt.tenant)
    return fails(
      { expected: String(receipt.sequence - 1), actual: String(sequence) },
      'The receipt before is of another place or another log.',
    )
  return holds(expected, `Receipt ${sequence} of the log has this leaf hash.`)
}
