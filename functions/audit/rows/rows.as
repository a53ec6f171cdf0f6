import { keepAnswer } from './answers'
import { isPlain, scanRow, setPlain } from './csv-scan'
import { asks, full, rowCountMax, rowLines, taken, unusual } from './layout'
import { writeLine } from './line'
import { readRecord } from './record'

/**
 * Makes records of usual rows: cells are read into columns, and written as canonical lines. `npm run wasm` compiles this
 * AssemblyScript. The host writes the plan, bytes of the file to `input`, and calls `takeRows`; or it finds the cells
 * itself and calls `takeCells`. It reads the batch from the columns, and calls `clear`.
 */
export * from './layout'
export { askedEnd, askedQuestion, askedStart, noAnswer } from './answers'

/** How many records the batch has. */
export let count: u32 = 0
/** Where the row begins that was not taken, or the next row. */
export let position: usize = 0

/** Where the row behind begins, whose cells have been found: 0 if the next row has to be scanned. */
let scannedEnd: usize = 0

export function clear(): void {
  count = 0
}

/** Keeps the answer to what was asked. The row is then taken by the same call as before. */
export function answer(value: i32): void {
  keepAnswer(value)
}

/**
 * Takes rows of CSV from `from` on, as long as they are usual. The byte before `end` is a newline. Returns `taken` when
 * no row is left.
 */
export function takeRows(from: usize, end: usize, line: i32): i32 {
  if (from != position) scannedEnd = 0
  position = from
  let rowLine = line
  while (position < end) {
    if (scannedEnd == 0) scannedEnd = scanRow(position)
    if (scannedEnd == 0) return unusual
    const status = takeCells(rowLine, 0)
    if (status == unusual) scannedEnd = 0
    if (status != taken) return status
    position = scannedEnd
    scannedEnd = 0
    rowLine++
  }
  return taken
}

/** Takes the row whose cells the host has placed. */
export function takeCells(line: i32, nestedCount: u32): i32 {
  if (count == rowCountMax) return full
  const status = readRecord(count, nestedCount)
  if (status != taken) return status
  if (!writeLine(count, isPlain)) return count == 0 ? unusual : full
  store<i32>(rowLines + 4 * count, line)
  count++
  return taken
}

/** Begins another window of the input, or another file. */
export function forgetScan(): void {
  scannedEnd = 0
}

export { setPlain }
