import { compareUtf8 } from '../../base/bytes.ts'
import type { JsonValue } from '../../base/canonical.ts'
import {
  absolute,
  addDecimals,
  compareDecimals,
  type Decimal,
  formatDecimal,
  negated,
  parseDecimal,
  subtractDecimals,
  zero,
} from '../../base/decimal.ts'
import { isObject, isText, type JsonObject } from '../../base/json-shape.ts'
import type { Side } from '../../record/side.ts'
import type { RecordTallies } from './record-tally.ts'
import type { ResultEntry } from './result-entry.ts'

/** The auditor's own account of residuals, computed from match lines, datasets and rules: see `record-tally.ts`. */

export interface Residual {
  readonly side: Side
  readonly id: string
  readonly amount: Decimal
}

/** The residual of a match; a text is the fault of a malformed one. */
export function readResidual({ residual }: JsonObject): Residual | string | undefined {
  if (residual === undefined) return undefined
  const malformed = 'what is left over is no side, id and amount'
  if (!isObject(residual)) return malformed
  const { side, id, amount } = residual
  const value = isText(amount) ? parseDecimal(amount) : undefined
  if ((side !== 'source' && side !== 'target') || !isText(id) || value === undefined) return malformed
  return value.coefficient === 0n || formatDecimal(value) !== amount ? malformed : { side, id, amount: value }
}

/**
 * Adds a residual. It has to belong to the match's last record of that side by (date, id), and to have the first free
 * number.
 */
export function addResidual(
  tallies: RecordTallies,
  entry: ResultEntry,
  { side, id, amount }: Residual,
): string | undefined {
  const tally = tallies[side]
  const dateOf = (each: string): string => tally.dateOf(each) ?? ''
  const origin = entry[side].toSorted((a, b) => compareUtf8(dateOf(a), dateOf(b)) || compareUtf8(a, b)).at(-1)
  if (origin === undefined) return 'what is left over is of no record'
  let number = 1
  while (tally.isOfDataset(`${origin}~${number}`)) number += 1
  if (id !== `${origin}~${number}`) return `what is left over of ${origin} is called ${id}, not ${origin}~${number}`
  return tally.addResidual({ id, origin, amount })
}

interface JudgedMatch {
  readonly entry: ResultEntry
  readonly residual: Residual | undefined
  readonly rule: JsonObject | undefined
  readonly tallies: RecordTallies
}

/**
 * The fault of a match whose residual is not what its rule and amounts leave, or whose amounts are not those of the
 * datasets.
 */
export function residualFault(match: JudgedMatch): string | undefined {
  const { entry, residual, rule } = match
  if (rule?.['residual'] !== 'open') return residual === undefined ? undefined : 'its rule leaves nothing over'
  const shown = shownAmounts(entry.line, rule)
  const wrong = shown && unlikeDataset(match, shown)
  if (wrong !== undefined) return `its ${wrong} amounts are not those of the dataset`
  const expected = shown && isOfOneCurrency(match) ? residualOf(shown) : undefined
  if (expected === undefined) return residual === undefined ? undefined : 'nothing is left over'
  return residual?.side === expected.side && compareDecimals(residual.amount, expected.amount) === 0
    ? undefined
    : `what is left over is ${formatDecimal(expected.amount)} of the ${expected.side}`
}

interface ShownAmounts {
  readonly source: Decimal
  readonly target: Decimal
  readonly sign: JsonValue | undefined
  /** By side, whether the rule compared the sum of the records' field `amount` as it is. */
  readonly isPlain: { readonly [side in Side]: boolean }
}

/**
 * The amounts that a match line shows as compared; undefined where one is absent. Equal amounts leave a residual too
 * where the rule wants opposite signs.
 */
function shownAmounts({ sum: totals, equal, differ }: JsonObject, rule: JsonObject): ShownAmounts | undefined {
  const { sum } = rule
  if (isObject(sum)) {
    const isPlain = { source: isPlainSum(sum['source']), target: isPlainSum(sum['target']) }
    return readPair(totals, { sign: sum['sign'], isPlain })
  }
  const criteria = Array.isArray(rule['match']) ? rule['match'].filter(isObject) : []
  const last = criteria.findLast((each) => each['tolerance'] !== undefined && fieldsOf(each).some(isMoney))
  if (last === undefined) return undefined
  const [own, other] = fieldsOf(last)
  const name = own === other ? own : `${own}/${other}`
  const isPlain = { source: own === 'amount', target: other === 'amount' }
  if (!isText(name)) return undefined
  const same = isObject(equal) ? equal[name] : undefined
  const pair = isObject(differ) ? differ[name] : undefined
  return readPair(same === undefined ? pair : [same, same], { sign: last['sign'], isPlain })
}

const isMoney = (field: JsonValue | undefined): boolean => field === 'amount' || field === 'gross' || field === 'net'

const fieldsOf = ({ field, sourceField, targetField }: JsonObject): readonly (JsonValue | undefined)[] => [
  field ?? sourceField,
  field ?? targetField,
]

function isPlainSum(terms: JsonValue | undefined): boolean {
  const [term, ...others] = Array.isArray(terms) ? terms : []
  return others.length === 0 && isObject(term) && term['field'] === 'amount' && term['times'] === 1 && !term['default']
}

function readPair(pair: JsonValue | undefined, how: Pick<ShownAmounts, 'sign' | 'isPlain'>): ShownAmounts | undefined {
  const [source, target] = Array.isArray(pair)
    ? pair.map((each) => (isText(each) ? parseDecimal(each) : undefined))
    : []
  return source && target && { source, target, ...how }
}

function unlikeDataset({ entry, tallies }: JudgedMatch, shown: ShownAmounts): Side | undefined {
  const isUnlike = (side: Side): boolean => {
    const amounts = entry[side].map((id) => tallies[side].amountOf(id)?.amount ?? zero)
    return shown.isPlain[side] && compareDecimals(amounts.reduce(addDecimals, zero), shown[side]) !== 0
  }
  return isUnlike('source') ? 'source' : isUnlike('target') ? 'target' : undefined
}

function isOfOneCurrency({ entry, tallies }: JudgedMatch): boolean {
  const currenciesOf = (side: Side) => entry[side].map((id) => tallies[side].amountOf(id)?.currency)
  return new Set([...currenciesOf('source'), ...currenciesOf('target')]).size === 1
}

function residualOf({ source, target, sign }: ShownAmounts): Pick<Residual, 'side' | 'amount'> | undefined {
  const side = compareDecimals(absolute(source), absolute(target)) < 0 ? 'target' : 'source'
  const [own, other] = side === 'source' ? [source, target] : [target, source]
  const settled = sign === 'opposite' ? negated(other) : sign === 'absolute' ? signedLike(own, absolute(other)) : other
  const amount = subtractDecimals(own, settled)
  return amount.coefficient === 0n || parseDecimal(formatDecimal(amount)) === undefined ? undefined : { side, amount }
}

const signedLike = (own: Decimal, amount: Decimal): Decimal => (own.coefficient < 0n ? negated(amount) : amount)
