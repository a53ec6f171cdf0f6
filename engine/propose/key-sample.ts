import { at, byteAt, uint32At } from '../base/at.ts'
import type { TextColumn } from '../record/columns.ts'
import { textFields } from '../record/record.ts'
import { type BySide, oppositeSide, type Side, sides } from '../record/side.ts'
import type { Table } from '../record/table.ts'

/**
 * Samples at most `rowCountMax` rows of each side by their keys. A key is a text without case and punctuation, its
 * beginning, or a word of it with digits. The hash of a key decides, so that rows with a common key are taken or left
 * together. Only keys that both sides have count. O(bytes).
 */
export function rowsOfSomeKeys(tables: BySide<Table>, rowCountMax: number): BySide<Uint32Array> {
  const keyed = { source: keyedTable(tables.source), target: keyedTable(tables.target) }
  const rowCount = Math.max(tables.source.rowCount, tables.target.rowCount)
  const columnCount = Math.max(1, keyed.source.columns.length, keyed.target.columns.length)
  // Where half of the rows have a common key, enough rows lie below the first limit.
  const first = limitFor((2 * rowCountMax) / rowCount)
  const most = Math.max(first, limitFor(keptKeyCountMax / (keysPerText * columnCount * rowCount)))
  const least = leastKeys(keyed, first)
  const bound = boundFor(least, rowCountMax)
  if (bound < first || first === most) return rowsBelow(least, bound)
  const all = leastKeys(keyed, most)
  return rowsBelow(all, boundFor(all, rowCountMax))
}

const keysPerText = 2
/** The most hashes of a side that are kept, about. */
const keptKeyCountMax = 2_000_000
const hashMax = 2 ** 32 - 1

const limitFor = (fraction: number): number => Math.min(hashMax, Math.ceil(fraction * hashMax))

/** The hash below which at most `rowCountMax` rows of each side lie. A row without a common key never lies below it. */
const boundFor = (least: BySide<Uint32Array>, rowCountMax: number): number =>
  Math.min(
    ...sides.map((side) => {
      const sorted = least[side].toSorted()
      return sorted.length <= rowCountMax ? hashMax : uint32At(sorted, rowCountMax)
    }),
  )

const rowsBelow = (least: BySide<Uint32Array>, bound: number): BySide<Uint32Array> => {
  const within = (keys: Uint32Array): Uint32Array =>
    Uint32Array.from({ length: keys.length }, (_, row) => row).filter((row) => uint32At(keys, row) < bound)
  return { source: within(least.source), target: within(least.target) }
}

/** For each row, the smallest hash of its keys below `limit` that the other side has, too; `hashMax` without one. */
function leastKeys(keyed: BySide<KeyedTable>, limit: number): BySide<Uint32Array> {
  const found = { source: keysBelow(keyed.source, limit), target: keysBelow(keyed.target, limit) }
  const leastOf = (side: Side): Uint32Array => {
    const { hashes, rows } = found[side]
    const others = new Set(found[oppositeSide(side)].hashes)
    const least = new Uint32Array(keyed[side].rowCount).fill(hashMax)
    for (const [index, hash] of hashes.entries()) {
      const row = at(rows, index)
      if (hash < uint32At(least, row) && others.has(hash)) least[row] = hash
    }
    return least
  }
  return { source: leastOf('source'), target: leastOf('target') }
}

interface FoundKeys {
  readonly hashes: readonly number[]
  readonly rows: readonly number[]
}

/** Keys that are not frequent. Each text is hashed once. */
function keysBelow({ rowCount, columns, common }: KeyedTable, limit: number): FoundKeys {
  const [hashes, rows]: [number[], number[]] = [[], []]
  for (const column of columns)
    for (let row = 0; row < rowCount; row++)
      forEachKey(column, row, (hash) => {
        if (hash >= limit || common.has(hash)) return
        hashes.push(hash)
        rows.push(row)
      })
  return { hashes, rows }
}

interface KeyedTable {
  readonly rowCount: number
  /** Without columns of which every key is frequent. */
  readonly columns: readonly TextColumn[]
  readonly common: ReadonlySet<number>
}

const probeCount = 2_000
/** A key that more than one row in this many has is a kind of record, not an identity. */
const commonOneIn = 200

/** Counts keys in a sample of rows that does not depend on the order of the records. */
function keyedTable(table: Table): KeyedTable {
  const ids = table.text('id')
  const parts = Math.max(1, Math.floor(table.rowCount / probeCount))
  const probed: number[] = []
  for (let row = 0; row < table.rowCount; row++) {
    let idHash = 0
    forEachKey(ids, row, (hash) => {
      idHash ^= hash
    })
    if ((idHash >>> 0) % parts === 0) probed.push(row)
  }
  const counts = new Map<number, number>()
  const countsOf = (column: TextColumn): ReadonlySet<number> => {
    const keys = new Set<number>()
    for (const row of probed)
      forEachKey(column, row, (hash) => {
        keys.add(hash)
        counts.set(hash, (counts.get(hash) ?? 0) + 1)
      })
    return keys
  }
  const columns = ['id', ...textFields, ...table.attributePaths]
    .map((field) => table.text(field))
    .filter(({ bytes }) => bytes.length > 0)
    .map((column) => ({ column, keys: countsOf(column) }))
  const countMax = Math.max(2, probed.length / commonOneIn)
  const common = new Set([...counts].filter(([, count]) => count > countMax).map(([hash]) => hash))
  const isTelling = ({ keys }: { readonly keys: ReadonlySet<number> }): boolean =>
    [...keys].some((hash) => !common.has(hash))
  return { rowCount: table.rowCount, columns: columns.filter(isTelling).map(({ column }) => column), common }
}

const beginningLength = 8
const wordLengthMin = 3

/** Calls `take` with the hash of each key of a text: FNV-1a over its letters and digits, ASCII letters in capitals. */
function forEachKey(column: TextColumn, row: number, take: (hash: number) => void): void {
  const end = uint32At(column.offsets, row + 1)
  let whole = fnvBasis
  let length = 0
  let word = fnvBasis
  let wordLength = 0
  let hasDigit = false
  for (let index = uint32At(column.offsets, row); index <= end; index++) {
    const byte = index === end ? 0 : byteAt(capitals, byteAt(column.bytes, index))
    if (byte === 0) {
      if (hasDigit && wordLength >= wordLengthMin && wordLength < length) take(spread(word))
      word = fnvBasis
      wordLength = 0
      hasDigit = false
      continue
    }
    whole = Math.imul(whole ^ byte, fnvPrime)
    length += 1
    if (length === beginningLength) take(spread(whole))
    const isDigit = byte < 0x40
    // Skips leading zeros: one system writes them and another does not.
    if (wordLength === 0 && byte === 0x30) continue
    word = Math.imul(word ^ byte, fnvPrime)
    wordLength += 1
    hasDigit ||= isDigit
  }
  if (length >= wordLengthMin && length !== beginningLength) take(spread(whole))
  if (hasDigit && wordLength >= wordLengthMin) take(spread(word))
}

/** Of 32 bits with a sign, as `Math.imul` returns: an unsigned one would make every hash of the loop a float. */
const fnvBasis = 0x811c9dc5 | 0
const fnvPrime = 0x01000193

/** Mixes the bits of a hash: hashes are compared by their high bits, which FNV-1a changes least. */
const spread = (hash: number): number => Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0

/** For each byte the capital of a letter, a digit or a byte beyond ASCII as it is, else 0. */
const capitals = Uint8Array.from({ length: 0x100 }, (_, byte) => {
  if (byte >= 0x61 && byte <= 0x7a) return byte - 0x20
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a) || byte >= 0x80 ? byte : 0
})
