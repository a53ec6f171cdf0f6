import { at, uint32At } from '../base/at.ts'
import type { Match, RunState } from '../match/state/run-state.ts'
import { type Side, sides } from '../record/side.ts'
import type { SettledUnits } from './settled-units.ts'
import { columnTypeOf } from './shown-field.ts'

/**
 * How many matches are read ahead together. What they read fits into the nearer caches of a processor, and is still there
 * when their lines are written.
 */
export const blockSize = 64

/**
 * A function that reads the cells which at most `blockSize` matches will show in lines and count in totals.
 *
 * Lines stand in the order of ids and records in that of a file, so that each cell is a read at random. Such a read takes
 * about 15 ns in a loop of nothing else, where many are on their way at once, and 100 to 200 ns between the other work of
 * a line, which has to wait for it. Read ahead, the lines of a large run are written in two thirds of the time.
 */
export function createReadAhead(run: RunState, settled: SettledUnits): (matches: readonly Match[]) => void {
  const rows = new Int32Array(blockSize)
  // Reads of which nothing is used could be left out by a compiler.
  const trace = new Int32Array(1)
  const readers = sides.map((side) => ({ side, read: [...columnReaders(run, side), ...settledReaders(settled, side)] }))
  return (matches) => {
    for (const { side, read } of readers) {
      matches.forEach((match, index) => {
        rows[index] = at(match[side], 0)
      })
      for (const each of read) trace[0] = each(rows.subarray(0, matches.length))
    }
  }
}

/** Reads the cells of some rows of one column; returns a number that depends on all of them. */
type ReadCells = (rows: Int32Array) => number

/** The columns of a side that lines of pairs show. */
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
  (rows) => {
    let trace = 0
    // Two loops, since the second read of a cell has to wait for the first.
    for (const row of rows) trace ^= uint32At(offsets, row)
    for (const row of rows) trace ^= bytes[uint32At(offsets, row)] ?? row
    return trace
  }

const readNumbers =
  (numbers: Float64Array | Int32Array | Uint32Array): ReadCells =>
  (rows) => {
    let trace = 0
    for (const row of rows) if (numbers[row] === 0) trace += 1
    return trace
  }
