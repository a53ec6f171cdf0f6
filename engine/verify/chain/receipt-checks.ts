import type { Sha256 } from '../../base/hasher.ts'
import { noReceipt, type Receipt } from '../../log/receipt.ts'
import { datasetClaims, policyClaims, type ReadArtifacts, resultClaims } from './artifact-checks.ts'
import type { ChainInput, LogInput } from './chain-input.ts'
import { type ReadLog, readReceipt } from './read-log.ts'
import { type Claim, fails, holds, notJudged, type Verdict } from './verdict.ts'

/** The checks of the run's receipt and of the receipt before. */

/** The receipt, if its line is the line in the log. */
export function sealedReceipt(input: LogInput, log: ReadLog): Receipt | undefined {
  return lineFault(input, log) === undefined && log.receipt.parsed.ok ? log.receipt.parsed.value : undefined
}

/** `receiptHash`: the receipt's line has the leaf hash that is in the log, and names what the run's record says. */
export function checkReceipt(input: ChainInput, log: ReadLog, read: ReadArtifacts): Verdict {
  const { leaf, parsed } = log.receipt
  const fault = lineFault(input, log)
  if (fault !== undefined) return fault
  if (!parsed.ok) return fails({ expected: null, actual: null }, `${parsed.detail}.`)
  const wrong = bindings(input, read, parsed.value).find(
    ({ bound, claims }) => !claims.some(({ value }) => value === bound),
  )
  if (wrong !== undefined) {
    const claim = wrong.claims.find(({ value }) => value !== undefined)
    const detail = `The receipt says another ${wrong.what} than ${claim?.where ?? 'the run'}.`
    return fails({ expected: wrong.bound, actual: claim?.value ?? null }, detail)
  }
  return holds(leaf, 'The receipt has this leaf hash, and binds the run’s datasets, rules and result.')
}

/** The fault of a receipt whose line or leaf hash is not that of the log; undefined when both are, or the log cannot tell. */
export function lineFault(input: LogInput, { receipt, proven }: ReadLog): Verdict | undefined {
  if (input.receipt === null) return fails({ expected: proven ?? null, actual: null }, 'The receipt is missing.')
  const { leafHash = receipt.leaf } = input.receipt
  const isStoredHashRight = leafHash === receipt.leaf
  if (proven === receipt.leaf) {
    if (isStoredHashRight) return undefined
    const detail = 'The leaf hash beside the receipt is not that of its line.'
    return fails({ expected: receipt.leaf, actual: leafHash }, detail)
  }
  if (isStoredHashRight && proven === undefined) return undefined
  // A stored hash that differs from the line is taken for the sealed one: the line was changed after it was stored.
  const expected = isStoredHashRight && proven !== undefined ? proven : leafHash
  return fails({ expected, actual: receipt.leaf }, 'The receipt is not the line in the log.')
}

/** The status of every run that has a receipt. */
const sealedStatus = 'completed'

interface Binding {
  /** In words. */
  readonly what: string
  /** The value in the receipt, as text. */
  readonly bound: string
  /** The values elsewhere. One that equals the receipt's is enough: the others fail the check of their own link. */
  readonly claims: readonly Claim[]
}

function bindings(input: ChainInput, read: ReadArtifacts, receipt: Receipt): readonly Binding[] {
  const { run, manifest, tenant } = input
  const own = (what: string, bound: string | null, value: string | null): Binding => ({
    what,
    bound: String(bound),
    claims: [{ where: 'the run’s record', value: String(value) }],
  })
  const root = (what: string, bound: string, claims: readonly Claim[]): Binding => ({ what, bound, claims })
  const recomputed = (value: string): Claim => ({ where: 'the stored bytes', value })
  return [
    own('run', receipt.run, run.id),
    own('status', sealedStatus, run.status),
    own('failure', null, run.failure === null ? null : 'a problem'),
    own('engine', receipt.engine, run.engineVersion),
    ...(manifest === undefined ? [] : [own('engine', receipt.engine, manifest.engine)]),
    own('time of creation', receipt.createdAt, run.createdAt),
    own('time of completion', receipt.completedAt, run.completedAt),
    own('origin of the replay', receipt.replayOf, run.replayOf),
    own('sequence', String(receipt.sequence), String(run.sequence)),
    ...(tenant === undefined ? [] : [own('tenant', receipt.tenant, tenant)]),
    root('source root', receipt.source, [...datasetClaims(input, 'source'), recomputed(read.source.root)]),
    root('target root', receipt.target, [...datasetClaims(input, 'target'), recomputed(read.target.root)]),
    root('policy hash', receipt.policy, [...policyClaims(input), recomputed(read.policy)]),
    root('result root', receipt.result, [...resultClaims(input), recomputed(read.result.root)]),
    ...(receipt.result === read.result.root
      ? [root('count of leaves', String(receipt.leaves), [recomputed(String(read.result.count))])]
      : []),
  ]
}

/** `previousReceipt`: the receipt before is stored, and has the leaf hash that this receipt names; the first names none. */
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
