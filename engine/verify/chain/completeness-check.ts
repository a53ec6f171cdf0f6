import { canonicalize, type JsonValue } from '../../base/canonical.ts'
import { isObject } from '../../base/json-shape.ts'
import type { Receipt } from '../../log/receipt.ts'
import type { ReadArtifacts } from './artifact-checks.ts'
import type { ChainInput, Verdict } from './chain.ts'
import { summaryFault } from './summary-audit.ts'
import { fails, holds, notJudged } from './verdict.ts'

/** Which of the earlier checks passed. */
export interface EarlierChecks {
  /** Of the two datasets and the result. */
  readonly artifacts: boolean
  readonly policy: boolean
  /** The receipt, if its line is the one in the log. */
  readonly receipt: Receipt | undefined
}

/**
 * `completeness`: the result is about these datasets and rules, every record is in exactly one match, break or
 * exclusion, the totals add up, and the run's summary is what the lines come to.
 */
export function checkCompleteness(input: ChainInput, read: ReadArtifacts, earlier: EarlierChecks): Verdict {
  if (!earlier.artifacts) return notJudged('the lines are not those that were sealed.')
  const { audit, ledgers, rules } = read
  const fault =
    ledgers.source.fault() ?? ledgers.target.fault() ?? audit.finish() ?? headerFault(input, read, earlier.receipt)
  if (fault !== undefined) return fails({ expected: null, actual: null }, `${fault}.`)
  const wrong = summaryFault(input.run.summary, {
    audit,
    ledgers,
    ...(earlier.policy && rules !== undefined && { rules }),
  })
  if (wrong !== undefined)
    return fails(wrong, `The run’s summary has another ${wrong.member} than the lines of its result.`)
  const count = read.source.count + read.target.count
  return holds(null, `Each of the ${count} records is in exactly one match, break or exclusion; the totals add up.`)
}

/** The engine and the policy may be those of the record or of the receipt: if the two differ, another check says so. */
function headerFault(
  input: ChainInput,
  { audit, source, target, policy }: ReadArtifacts,
  receipt?: Receipt,
): string | undefined {
  const header: { readonly [name: string]: JsonValue | undefined } = audit.header() ?? {}
  const sides = {
    source: { count: source.count, root: source.root },
    target: { count: target.count, root: target.root },
  }
  for (const side of ['source', 'target'] as const) {
    const named = header[side]
    if (!isObject(named) || canonicalize(named) !== canonicalize(sides[side]))
      return `The result’s header names another ${side} than the one that is there`
  }
  if (header['engine'] !== input.run.engineVersion && header['engine'] !== receipt?.engine)
    return 'The result’s header names another engine than the run'
  if (header['policy'] !== policy && header['policy'] !== input.run.policy.hash)
    return 'The result’s header names another policy than the run'
  return undefined
}
