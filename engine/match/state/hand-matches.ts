import { at } from '../../base/at.ts'
import { type Decimal, formatDecimal } from '../../base/decimal.ts'
import { type DerivedRow, extendTable } from '../../record/extended-table.ts'
import { recordId, recordIds } from '../../record/id-column.ts'
import { freeResidualId } from '../../record/residual-id.ts'
import { type BySide, type Side, sides } from '../../record/side.ts'
import type { Table } from '../../record/table.ts'
import { type Apart, inheritMarks } from './apart.ts'
import type { Rows } from './match-list.ts'

/** What decisions ask of a run, as rows of its tables. */
export interface ByHand {
  /** In their order: a match of a residual comes after the match that left it. */
  readonly matches: readonly HandMatch[]
  readonly apart: Apart
  /** Whether the policy turns the signs of one side, so that equal amounts have different signs. */
  readonly isTurned: boolean
}

/** Records that a decision matches. One of the sides may have none. */
export interface HandMatch extends Rows {
  readonly decision: string
  /** The label of an accepted difference or residual. */
  readonly variance?: string
  readonly residual?: HandResidual
}

export interface HandResidual {
  readonly side: Side
  /** Residuals follow the records of their side, in the order of the matches. */
  readonly row: number
  /** The record that it is named after, which may be of the other side or a residual itself. */
  readonly origin: { readonly side: Side; readonly row: number }
  readonly amount: Decimal
}

/** The tables with the residuals of matches by hand as rows at their ends. O(records) where there is a residual. */
export function extendByHand(tables: BySide<Table>, { matches, apart }: ByHand): BySide<Table> {
  const residuals = matches.flatMap(({ residual }) => residual ?? [])
  if (residuals.length === 0) return tables
  const rows: BySide<DerivedRow[]> = { source: [], target: [] }
  const bases: BySide<HandResidual['origin'][]> = { source: [], target: [] }
  const taken = { source: new Set(recordIds(tables.source)), target: new Set(recordIds(tables.target)) }
  for (const { side, row, origin, amount } of residuals) {
    if (row !== tables[side].rowCount + rows[side].length)
      throw new RangeError(`Got the residual at row ${row}, wanted the next free row of the ${side}`)
    const added = origin.row - tables[origin.side].rowCount
    const base = added < 0 ? origin : at(bases[origin.side], added)
    const originId = added < 0 ? recordId(tables[origin.side], origin.row) : at(rows[origin.side], added).id
    const id = freeResidualId(originId, (each) => taken[side].has(each))
    taken[side].add(id)
    rows[side].push({ id, amount: formatDecimal(amount), origin: base.row, from: tables[base.side] })
    bases[side].push(base)
    inheritMarks({ apart }, origin, { side, row })
  }
  const extended = (side: Side): Table =>
    rows[side].length === 0 ? tables[side] : extendTable(tables[side], rows[side])
  return { source: extended('source'), target: extended('target') }
}

/** The residuals of a side. */
export const handResiduals = (byHand: ByHand | undefined, side: Side): readonly HandResidual[] =>
  byHand?.matches.flatMap(({ residual }) => (residual?.side === side ? residual : [])) ?? []

export const countResiduals = (byHand: ByHand | undefined): number =>
  sides.reduce((count, side) => count + handResiduals(byHand, side).length, 0)
