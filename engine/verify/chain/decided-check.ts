import { addDecimals, type Decimal, negated, subtractDecimals, zero } from '../../base/decimal.ts'
import { isText } from '../../base/json-shape.ts'
import { sides } from '../../record/side.ts'
import type { RecordTallies } from './record-tally.ts'
import type { Residual } from './residual-check.ts'
import type { ResultEntry } from './result-entry.ts'

/** Which decisions may have matched how many records: `decision count`. Undefined without instructions. */
export type AskedMatches = ReadonlySet<string>

interface Decided {
  readonly entry: ResultEntry
  readonly residual: Residual | undefined
  readonly asked: AskedMatches
}

/**
 * Adds the residual of a match by hand. It has to be named after a record of the match, whichever side it is on.
 * Returns a fault where no instruction asks for the match.
 */
export function addDecided(tallies: RecordTallies, { entry, residual, asked }: Decided): string | undefined {
  const { line, source, target } = entry
  const { decision, variance } = line
  if (!asked.has(`${decision} ${source.length + target.length}`)) return 'no instruction asks for this match'
  if (residual === undefined)
    return variance === undefined || variance === 'fx' ? undefined : 'nothing is left over that it accepts'
  const { side, id, amount } = residual
  const origin = [
    ...source.map((each) => [each, 'source'] as const),
    ...target.map((each) => [each, 'target'] as const),
  ].find(([each]) => id.startsWith(`${each}~`) && /^[1-9]\d*$/.test(id.slice(each.length + 1)))
  if (origin === undefined) return 'what is left over is of no record'
  const [originId, originSide] = origin
  const currency = tallies[originSide].amountOf(originId)?.currency
  if (currency === undefined) return `the ${originSide} has no record ${originId}`
  return tallies[side].addDecided({ id, currency, date: tallies[originSide].dateOf(originId), amount })
}

export interface DifferencesBySign {
  readonly accepted: ReadonlyMap<string, Decimal>
  readonly turned: ReadonlyMap<string, Decimal>
}

/**
 * The differences of a match by hand without its residual. A text is the fault of one that leaves more than the
 * residual; only a match of several currencies under the label `fx` may.
 */
export function decidedDifferences(
  tallies: RecordTallies,
  { line, ...records }: ResultEntry,
  { found, residual }: { readonly found: DifferencesBySign; readonly residual: Residual | undefined },
): DifferencesBySign | string {
  const accepted = new Map(found.accepted)
  const turned = new Map(found.turned)
  const isTurned = line['turned'] === true
  if (residual !== undefined) {
    const { side, id, amount } = residual
    const currency = tallies[side].amountOf(id)?.currency ?? ''
    const isOpposite = side === 'source' || isTurned
    accepted.set(currency, addDecimals(accepted.get(currency) ?? zero, isOpposite ? amount : negated(amount)))
    if (side === 'target' && isTurned)
      turned.set(currency, subtractDecimals(turned.get(currency) ?? zero, addDecimals(amount, amount)))
  }
  const currencies = new Set(sides.flatMap((side) => records[side].map((id) => tallies[side].amountOf(id)?.currency)))
  const isExchange = line['variance'] === 'fx' && currencies.size > 1
  const isLeft = [...accepted.values()].some(({ coefficient }) => coefficient !== 0n)
  if (isLeft && !isExchange)
    return `the records of ${isText(line['decision']) ? line['decision'] : 'a decision'} do not add up`
  return { accepted, turned }
}
