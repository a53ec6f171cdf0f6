import { int32At, uint32At } from '../base/at.ts'
import type { BoundRule } from '../match/state/bound-rule.ts'
import type { MatchColumns } from '../match/state/match-list.ts'
import type { LinedRun } from '../match/state/run-state.ts'
import { type Side, sides } from '../record/side.ts'
import type { Table } from '../record/table.ts'
import { isEvenRule } from './match-differences.ts'
import type { SettledUnits } from './settled-units.ts'
import { columnTypeOf } from './shown-field.ts'

/**
 * The number of matches that are read in advance: few enough for their cells to stay in the processor's nearer caches.
 */
export const blockSize = 64

/**
 * Reads the cells that the lines and totals of up to `blockSize` matches need, those of `columns` in `[from, to)`.
 *
 * Lines come in the order of ids, records in that of a file, so each cell is a random read. It takes about 15 ns in a
 * tight loop, where many reads overlap, and 100 to 200 ns between the other work of a line, which has to wait. With
 * this reading in advance, the lines of a large run take two thirds of the time.
 */
export function createReadAhead(
  run: LinedRun,
  columns: MatchColumns,
  settled: SettledUnits,
): (from: number, to: number) => void {
  const rows = new Int32Array(blockSize)
  // The values that were read go here: a compiler could drop reads of unused values.
  const trace = new Int32Array(1)
  const rules = run.rules.filter(({ compiled }) => compiled.rule.side === undefined)
  const uneven = rules.filter((rule) => !isEvenRule(rule))
  const isUneven = Uint8Array.from(columns.hows, ({ rule }) => Number(uneven.includes(rule)))
  // Of a pair of an even rule, a line shows the target's id and nothing else that is the target's.
  const readersOf = (side: Side, fields: readonly string[]): ReadCells[] =>
    fields.map((field) => readColumn(run[side].table, field))
  const readers = sides.map((side) => {
    const isSource = side === 'source'
    return {
      rowOf: columns[side],
      ofAll: readersOf(side, ['id', ...(isSource ? fieldsOf(side, rules) : [])]),
      ofUneven: [...readersOf(side, isSource ? [] : fieldsOf(side, uneven)), ...settledReaders(settled, side)],
    }
  })
  return (from, to) => {
    for (const { rowOf, ofAll, ofUneven } of readers) {
      let count = 0
      for (let index = from; index < to; index++) rows[count++] = int32At(rowOf, index)
      for (const read of ofAll) trace[0] = read(rows, count)
      count = 0
      for (let index = from; index < to; index++)
        if (isUneven[int32At(columns.howAt, index)] === 1) rows[count++] = int32At(rowOf, index)
      for (const read of ofUneven) trace[0] = read(rows, count)
    }
  }
}

/** Reads the cells of the first `count` rows. Returns a number that depends on all cells, so that no read is dropped. */
type ReadCells = (rows: Int32Array, count: number) => number

function fieldsOf(side: Side, rules: readonly BoundRule[]): readonly string[] {
  const criteria = rules.flatMap((rule) => rule.criteria.map(({ criterion }) => criterion))
  const shown = criteria.filter(({ kind }) => kind.showsFields)
  return [...new Set(shown.map((criterion) => criterion[side === 'source' ? 'sourceField' : 'targetField']))]
}

function readColumn(table: Table, field: string): ReadCells {
  const type = columnTypeOf(field)
  if (type === 'decimal') return readNumbers(table.decimal(field).small)
  if (type === 'date') return readNumbers(table.date(field))
  const { offsets, bytes } = table.text(field)
  return readTexts(offsets, bytes)
}

const settledReaders = ({ units, currencyOf }: SettledUnits, side: Side): ReadCells[] => [
  readNumbers(units[side]),
  readNumbers(currencyOf[side]),
]

const readTexts =
  (offsets: Uint32Array, bytes: Uint8Array): ReadCells =>
  (rows, count) => {
    let trace = 0
    // The second read of a cell needs the result of the first. All first reads come before, so that they overlap.
    for (let index = 0; index < count; index++) trace ^= uint32At(offsets, int32At(rows, index))
    for (let index = 0; index < count; index++) trace ^= bytes[uint32At(offsets, int32At(rows, index))] ?? index
    return trace
  }

const readNumbers =
  (numbers: Float64Array | Int32Array | Uint32Array): ReadCells =>
  (rows, count) => {
    let trace = 0
    for (let index = 0; index < count; index++) if (numbers[int32At(rows, index)] === 0) trace += 1
    return trace
  }
