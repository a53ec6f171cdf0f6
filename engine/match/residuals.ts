import { at, numberAt } from '../base/at.ts'
import {
  absolute,
  addDecimals,
  compareDecimals,
  type Decimal,
  formatDecimal,
  negated,
  parseDecimal,
  subtractDecimals,
} from '../base/decimal.ts'
import { extendTable } from '../record/extended-table.ts'
import { recordId, recordIds } from '../record/id-column.ts'
import { freeResidualId } from '../record/residual-id.ts'
import { type BySide, type Side, sides } from '../record/side.ts'
import { type SettledAmounts, settledAmounts } from '../rules/residual-rule.ts'
import { idRank, rowsById } from './blocks/id-order.ts'
import { total } from './groups/claim-groups.ts'
import { inheritMarks } from './state/apart.ts'
import { bindRule, tableSeenBy } from './state/bound-rule.ts'
import type { Match, Residual, RunState, SideState } from './state/run-state.ts'
import { orderRecords } from './state/twins.ts'

/**
 * Residuals: the amounts that the matches of a rule leave open. Each becomes an open row at the end of its side's
 * table, and earlier rows keep their numbers. Rules that ran before stay bound to the shorter table and see no
 * residual.
 */

/**
 * Opens the residuals of the matches from `firstMatch` on, ordered by the ids of their records, and binds the rules after `position` to the
 * longer tables. Changes `run`. O(records) where there is a residual.
 */
export function openResiduals(run: RunState, position: number, firstMatch: number): void {
  const rule = at(run.rules, position)
  const settled = settledAmounts(rule.compiled.rule)
  if (rule.compiled.rule.residual === undefined || settled === undefined) return
  const ordered = run.matches
    .from(firstMatch)
    .sort((a, b) => compareFirst(run.source, a.source, b.source) || compareFirst(run.target, a.target, b.target))
  const residuals = ordered.flatMap((match) => {
    const residual = isOfOneCurrency(run, match) ? unsettled(amountsOf(run, match, settled), settled.sign) : undefined
    if (residual === undefined) return []
    const { side, amount } = residual
    const origin = originOf(run[side], match[side])
    return [{ match, side, origin, amount: rule.compiled.turns[side] ? negated(amount) : amount }]
  })
  if (residuals.length === 0) return
  for (const side of sides) {
    const own = residuals.filter((residual) => residual.side === side)
    if (own.length === 0) continue
    const { table } = run[side]
    const ids = new Set(recordIds(table))
    const isTaken = (id: string): boolean => ids.has(id) || run.facts?.hasId(side, id) === true
    const rows = own.map(({ origin, amount }) => {
      const id = freeResidualId(recordId(table, origin), isTaken)
      ids.add(id)
      return { origin, id, amount: formatDecimal(amount) }
    })
    for (const [index, residual] of own.entries()) addResidual(run, { ...residual, row: table.rowCount + index })
    run[side] = extendSide(run, side, { begun: run[side], rows })
  }
  bindFrom(run, position + 1)
}

export function addResidual(run: RunState, residual: Residual): void {
  const { side, row, origin } = residual
  run.residuals.push(residual)
  run.residualOf[side].set(origin, residual)
  inheritMarks(run, { side, row: origin }, { side, row })
}

export function extendSide(
  { attributePaths, apart }: Pick<RunState, 'attributePaths' | 'apart'>,
  side: Side,
  { begun, rows }: { readonly begun: SideState; readonly rows: Parameters<typeof extendTable>[1] },
): SideState {
  const table = extendTable(begun.table, rows)
  const statuses = new Uint8Array(table.rowCount)
  statuses.set(begun.statuses)
  return { table, statuses, ordering: orderRecords(table, attributePaths, apart?.[side]) }
}

export function bindFrom(run: RunState, position: number): void {
  const tables = { source: run.source.table, target: run.target.table }
  for (const [index, { compiled }] of run.rules.entries())
    if (index >= position) run.rules[index] = bindRule(compiled, tables, run.facts)
}

/** No two matches of a rule share a record, so comparing their first rows is enough. */
const compareFirst = (side: SideState, left: readonly number[], right: readonly number[]): number =>
  idRank(side, at(rowsById(side, left), 0)) - idRank(side, at(rowsById(side, right), 0))

function isOfOneCurrency(run: RunState, match: Match): boolean {
  const currencies = sides.flatMap((side) => match[side].map((row) => run[side].table.text('currency').textAt(row)))
  return new Set(currencies).size === 1
}

function amountsOf(
  run: RunState,
  { rule, source, target }: Match,
  settled: SettledAmounts,
): BySide<Decimal | undefined> {
  if (settled.of === 'fields') {
    const { sourceField, targetField } = settled
    return {
      source: tableSeenBy(rule.compiled, 'source', run.source.table).decimal(sourceField).valueAt(at(source, 0)),
      target: tableSeenBy(rule.compiled, 'target', run.target.table).decimal(targetField).valueAt(at(target, 0)),
    }
  }
  const { sum } = rule
  if (sum === undefined) throw new Error(`Rule ${rule.compiled.rule.id} has a sum that is not bound`)
  const { scale } = sum
  return {
    source: { coefficient: total(source, sum.sourceUnits), scale },
    target: { coefficient: total(target, sum.targetUnits), scale },
  }
}

/**
 * The open amount, on the side of the larger amount and with its sign. Undefined for 0, or for more digits than an
 * amount may have.
 */
function unsettled(
  { source, target }: BySide<Decimal | undefined>,
  sign: SettledAmounts['sign'],
): { readonly side: Side; readonly amount: Decimal } | undefined {
  if (source === undefined || target === undefined) return undefined
  const side = compareDecimals(absolute(source), absolute(target)) >= 0 ? 'source' : 'target'
  const [larger, smaller] = side === 'source' ? [source, target] : [target, source]
  const amount = settle(larger, smaller, sign)
  return amount.coefficient === 0n || parseDecimal(formatDecimal(amount)) === undefined ? undefined : { side, amount }
}

function settle(larger: Decimal, smaller: Decimal, sign: SettledAmounts['sign']): Decimal {
  if (sign === 'opposite') return addDecimals(larger, smaller)
  if (sign === 'same') return subtractDecimals(larger, smaller)
  const difference = subtractDecimals(absolute(larger), absolute(smaller))
  return larger.coefficient < 0n ? negated(difference) : difference
}

/** The last of some rows by (date, id); a record without a date comes first. */
function originOf(side: SideState, rows: readonly number[]): number {
  const days = side.table.date('date')
  return at(
    rows.toSorted((a, b) => numberAt(days, a) - numberAt(days, b) || idRank(side, a) - idRank(side, b)),
    rows.length - 1,
  )
}
