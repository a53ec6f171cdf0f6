import { fromUtf8, utf8 } from '../../base/bytes.ts'
import type { JsonValue } from '../../base/canonical.ts'
import { pointerPart } from '../../base/json-pointer.ts'
import type { Column, Row } from './row.ts'

/**
 * Rows that wait for a later row to decide how they are read. A file may consist of such rows only, so they are kept as
 * bytes.
 */
interface HeldRows {
  isEmpty(): boolean
  /** The number of bytes held; up to 255 rows at the end are not counted. */
  byteCount(): number
  add(row: Row): void
  take(): Generator<Row>
}

const blockCount = 256

export function createHeldRows(columns: readonly Column[]): HeldRows {
  const sorted = columns.toSorted((left, right) => left.index - right.index)
  const unpack = createUnpack(sorted)
  let blocks: Uint8Array[] = []
  let last: PackedRow[] = []
  let byteCount = 0
  return {
    isEmpty: () => blocks.length === 0 && last.length === 0,
    byteCount: () => byteCount,
    add(row) {
      last.push(packedOf(row, sorted))
      if (last.length < blockCount) return
      const block = utf8(JSON.stringify(last))
      blocks.push(block)
      byteCount += block.length
      last = []
    },
    *take() {
      const [taken, others] = [blocks, last]
      blocks = []
      last = []
      byteCount = 0
      for (const block of taken) yield* rowsIn(block).map(unpack)
      yield* others.map(unpack)
    },
  }
}

const rowsIn = (block: Uint8Array): readonly PackedRow[] => JSON.parse(fromUtf8(block))

/** `values` are in the order of the columns. `lines` is null if all values are on the row's line. */
type PackedRow = readonly [
  line: number,
  pointer: string | null,
  values: readonly (JsonValue | undefined)[],
  lines: readonly number[] | null,
]

function packedOf(row: Row, columns: readonly Column[]): PackedRow {
  const found = columns.findIndex(({ index }) => index >= row.width)
  const present = found < 0 ? columns : columns.slice(0, found)
  const lines = present.map((column) => row.lineOf(column))
  return [
    row.line,
    row.pointerOf?.(undefined) ?? null,
    present.map((column) => row.cell(column)),
    lines.some((line) => line !== row.line) ? lines : null,
  ]
}

function createUnpack(columns: readonly Column[]): (packed: PackedRow) => Row {
  const positions = new Map(columns.map(({ index }, position) => [index, position]))
  return ([line, pointer, values, lines]) => {
    const positionOf = ({ index }: Column): number => positions.get(index) ?? -1
    return {
      line,
      width: columns[values.length]?.index ?? Number.POSITIVE_INFINITY,
      cell: (column) => values[positionOf(column)],
      lineOf: (column) => lines?.[positionOf(column)] ?? line,
      ...(pointer !== null && {
        pointerOf: (column) => (column === undefined ? pointer : `${pointer}/${pointerPart(column.name)}`),
      }),
    }
  }
}
