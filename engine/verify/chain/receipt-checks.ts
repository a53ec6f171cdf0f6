import { jsonText } from '../../base/json-shape.ts'
import type { Receipt } from '../../log/receipt.ts'
import { sides } from '../../record/side.ts'
import { datasetClaims, policyClaims, resultClaims } from './artifact-checks.ts'
import type { ChainInput, LogInput } from './chain-input.ts'
import type { ReadArtifacts } from './read-artifacts.ts'
import type { ReadLog } from './read-log.ts'
import { type Claim, fails, holds, type Verdict } from './verdict.ts'

/** The receipt of the run; undefined where its line is not the line in the log. */
export function sealedReceipt(input: LogInput, log: ReadLog): Receipt | undefined {
  return lineFault(input, log) === undefined && log.receipt.parsed.ok ? log.receipt.parsed.value : undefined
}

/**
 * The check `receiptHash`: the receipt's line has the leaf hash that is in the log, and agrees with the run's record.
 */
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
  const backwards = timeFault(parsed.value)
  if (backwards !== undefined) return backwards
  return holds(leaf, 'The receipt has this leaf hash, and binds the run’s datasets, rules and result.')
}

export function timeFault({ createdAt, completedAt }: Receipt): Verdict | undefined {
  if (createdAt <= completedAt) return undefined
  return fails({ expected: createdAt, actual: completedAt }, 'The run was completed before it was created.')
}

/**
 * The fault of a receipt whose line or leaf hash is not the one in the log; undefined where the log does not show that.
 */
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
  // Where the stored hash and the line differ, the stored hash counts as the sealed one: then the line was changed.
  const expected = isStoredHashRight && proven !== undefined ? proven : leafHash
  return fails({ expected, actual: receipt.leaf }, 'The receipt is not the line in the log.')
}

const sealedStatus = 'completed'

interface Binding {
  readonly what: string
  readonly bound: string | null
  /** The values elsewhere. One that equals `bound` is enough: each other place has a check of its own that fails. */
  readonly claims: readonly Claim[]
}

function bindings(input: ChainInput, read: ReadArtifacts, receipt: Receipt): readonly Binding[] {
  const { run, manifest, tenant } = input
  const own = (what: string, bound: string | null, value: string | null): Binding => ({
    what,
    bound,
    claims: [{ where: 'the run’s record', value }],
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
    own('sequence', String(receipt.sequence), run.sequence === null ? null : String(run.sequence)),
    ...(tenant === undefined ? [] : [own('tenant', receipt.tenant, tenant)]),
    ...rowBindings(input, receipt),
    root('source root', receipt.source, [...datasetClaims(input, 'source'), recomputed(read.source.root)]),
    root('target root', receipt.target, [...datasetClaims(input, 'target'), recomputed(read.target.root)]),
    root('policy hash', receipt.policy, [...policyClaims(input), recomputed(read.policy)]),
    ...(receipt.instructions === undefined && read.instructions === undefined
      ? []
      : [
          root('root of instructions', receipt.instructions ?? 'none', [
            { where: 'the stored instructions', value: read.instructions ?? 'none' },
          ]),
        ]),
    root('result root', receipt.result, [...resultClaims(input), recomputed(read.result.root)]),
    ...(receipt.result === read.result.root
      ? [root('count of leaves', String(receipt.leaves), [recomputed(String(read.result.count))])]
      : []),
  ]
}

/** Compares the receipt with database rows that a pack does not contain, where the caller has them. */
function rowBindings({ actor, datasets }: ChainInput, receipt: Receipt): readonly Binding[] {
  const bindings: Binding[] = []
  if (actor !== undefined)
    bindings.push({
      what: 'actor',
      bound: jsonText(receipt.actor),
      claims: [{ where: 'the run’s row', value: jsonText(actor) }],
    })
  for (const side of sides) {
    const [bound, stored] = [receipt.received[side], datasets?.[side]?.received]
    if (stored === undefined) continue
    bindings.push({
      what: `file of the ${side}`,
      bound: jsonText(bound && { ...bound }),
      claims: [{ where: 'the dataset’s row', value: jsonText(stored) }],
    })
  }
  return bindings
}
