import { at, int32At, uint32At } from '../base/at.ts'
import type { Match, RunState } from '../match/state/run-state.ts'
import { type Side, sides } from '../record/side.ts'
import type { SettledUnits } from './settled-units.ts'
import { columnTypeOf } from './shown-field.ts'

/**
 * The number of matches that are read in advance: few enough for their cells to stay in the processor's nearer caches.
 */
export const blockSize = 64

/**
 * Reads the cells that the lines and totals of up to `blockSize` matches need.
 *
 * Lines come in the order of ids, records in that of a file, so each cell is a random read. It takes about 15 ns in a
 * tight loop, where many reads overlap, and 100 to 200 ns between the other work of a line, which has to wait. With
 * this reading in advance, the lines of a large run take two thirds of the time.
 */
export function createReadAhead(run: RunState, settled: SettledUnits): (matches: readonly Match[]) => void {
  const rows = new Int32Array(blockSize)
  // The values that were read go here: a compiler could drop reads of unused values.
  const trace = new Int32Array(1)
  const readers = sides.map((side) => ({ side, read: [...columnReaders(run, side), ...settledReaders(settled, side)] }))
  return (matches) => {
    for (const { side, read } of readers) {
      for (let index = 0; index < matches.length; index++) rows[index] = at(at(matches, index)[side], 0)
      for (const each of read) trace[0] = each(rows, matches.length)
    }
  }
}

/** Reads the cells of the first `count` rows. Returns a number that depends on all cells, so that no read is dropped. */
type ReadCells = (rows: Int32Array, count: number) => number

function columnReaders(run: RunState, side: Side): ReadCells[] {
  const { table } = run[side]
  const criteria = run.rules.flatMap((rule) => (rule.compiled.rule.side === undefined ? rule.criteria : []))
  const compared = criteria.map(({ criterion }) => criterion).filter(({ kind }) => kind.showsFields)
  const fields = new Set(
    compared.map((criterion) => (side === 'source' ? criterion.sourceField : criterion.targetField)),
  )
  return ['id', ...fields].map((field): ReadCells => {
    const type = columnTypeOf(field)
    if (type === 'decimal') return readNumbers(table.decimal(field).small)
    if (type === 'date') return readNumbers(table.date(field))
    const { offsets, bytes } = table.text(field)
    return readTexts(offsets, bytes)
  })
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
