import { canonicalize } from '../base/canonical.ts'
import { addDecimals, type Decimal, formatDecimal, negated, subtractDecimals, zero } from '../base/decimal.ts'
import type { Sha256 } from '../base/hasher.ts'
import { appendString } from '../base/word-buffer.ts'
import { rowsById } from '../match/blocks/id-order.ts'
import type { HandMatch } from '../match/state/hand-matches.ts'
import type { RunState } from '../match/state/run-state.ts'
import { hashOfLine } from '../merkle/tree.ts'
import { type Side, sides } from '../record/side.ts'
import { type ArtifactWriter, countKey } from './artifact.ts'
import { controlAmount, currencyOf } from './control-amount.ts'
import type { Coverage } from './coverage.ts'
import { type DecidedLine, decisionRule } from './decided-line.ts'
import type { DifferenceSums } from './difference-sums.ts'
import { type Differences, withoutZeros } from './differences.ts'
import { idOfLine } from './line-id.ts'
import { byIds, idOf, idsOf } from './record-ids.ts'

interface Destination {
  readonly artifact: Pick<ArtifactWriter, 'buffer' | 'endLine'>
  readonly coverage: Pick<Coverage, 'add'>
  readonly sums: Pick<DifferenceSums, 'addDifferences'>
  readonly sha256: Sha256
}

export interface DecidedMatch {
  readonly match: HandMatch
  /** The id of its line. */
  readonly id: string
}

/** Writes the lines of matches by hand by their ids, those without a source record last, and adds up what they accept. */
export function writeDecided(
  run: RunState,
  { artifact, coverage, sums, sha256 }: Destination,
): readonly DecidedMatch[] {
  const placed = (run.byHand?.matches ?? []).map((match) => ({
    match,
    source: rowsById(run.source, match.source),
    target: rowsById(run.target, match.target),
  }))
  return placed.sort(byIds(run)).map((each) => {
    const { match } = each
    const differences = differencesByHand(run, match)
    const line = decidedLine(run, { ...match, source: each.source, target: each.target }, differences)
    const text = canonicalize(line)
    coverage.add(match)
    appendString(artifact.buffer, text)
    artifact.endLine('matches', countKey(line))
    sums.addDifferences(match.variance ?? 'unlabelled', differences)
    return { match, id: idOfLine('match', hashOfLine(sha256, text)) }
  })
}

function decidedLine(run: RunState, match: HandMatch, { turned }: Differences): DecidedLine {
  const { decision, source, target, variance, residual } = match
  return {
    kind: 'match',
    rule: decisionRule,
    decision,
    ...(source.length > 0 && { source: idsOf(run, 'source', source) }),
    ...(target.length > 0 && { target: idsOf(run, 'target', target) }),
    ...(variance !== undefined && { variance }),
    ...(turned.size > 0 && { turned: true }),
    ...(residual && {
      residual: {
        side: residual.side,
        id: idOf(run, residual.side, residual.row),
        amount: formatDecimal(residual.amount),
      },
    }),
  }
}

/** What `differencesOf` is of matches of rules: target − source without the residual, which may be of no record here. */
function differencesByHand(run: RunState, match: HandMatch): Differences {
  const isTurned = run.byHand?.isTurned === true
  const [source, target] = sides.map((side) => settledSums(run, match, side))
  const accepted = new Map<string, Decimal>()
  const turned = new Map<string, Decimal>()
  for (const [currency, amount] of target ?? []) {
    accepted.set(currency, isTurned ? negated(amount) : amount)
    if (isTurned) turned.set(currency, addDecimals(amount, amount))
  }
  for (const [currency, amount] of source ?? [])
    accepted.set(currency, subtractDecimals(accepted.get(currency) ?? zero, amount))
  return { accepted: withoutZeros(accepted), turned: withoutZeros(turned) }
}

function settledSums(run: RunState, { residual, ...rows }: HandMatch, side: Side): ReadonlyMap<string, Decimal> {
  const { table } = run[side]
  const sums = new Map<string, Decimal>()
  const add = (row: number, amount: Decimal): void => {
    const currency = currencyOf(table, row)
    sums.set(currency, addDecimals(sums.get(currency) ?? zero, amount))
  }
  for (const row of rows[side]) add(row, controlAmount(table, row))
  if (residual?.side === side) add(residual.row, negated(residual.amount))
  return sums
}
