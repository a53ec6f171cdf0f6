import { byteAt, uint32At } from '../base/at.ts'
import type { TextColumn } from '../record/columns.ts'
import { textFields } from '../record/record.ts'
import type { BySide } from '../record/side.ts'
import type { Table } from '../record/table.ts'

/**
 * Samples at most `rowCountMax` rows of each side by their keys. A key is a text without case and punctuation, its
 * beginning, or a word of it with digits. The hash of a key decides, so that rows with a common key are taken or left
 * together. Only keys that both sides have count. O(bytes).
 */
export function rowsOfSomeKeys(tables: BySide<Table>, rowCountMax: number): BySide<Uint32Array> {
  const [source, target] = [keysOf(tables.source), keysOf(tables.target)]
  const least = {
    source: leastKeys(source, presenceOf(target)),
    target: leastKeys(target, presenceOf(source)),
  }
  const bound = Math.min(boundFor(least.source, rowCountMax), boundFor(least.target, rowCountMax))
  const within = (keys: Uint32Array): Uint32Array =>
    Uint32Array.from({ length: keys.length }, (_, row) => row).filter((row) => uint32At(keys, row) < bound)
  return { source: within(least.source), target: within(least.target) }
}

/** The hash below which at most `rowCountMax` rows lie. A row without a common key never lies below it. */
function boundFor(least: Uint32Array, rowCountMax: number): number {
  const sorted = least.toSorted()
  return sorted.length <= rowCountMax ? 2 ** 32 - 1 : uint32At(sorted, rowCountMax)
}

/** For each row, the smallest hash of its keys that the other side has, too. Frequent keys do not count. */
function leastKeys(keys: SideKeys, other: Presence): Uint32Array {
  const least = new Uint32Array(keys.rowCount).fill(2 ** 32 - 1)
  for (const column of keys.columns)
    for (let row = 0; row < keys.rowCount; row++)
      forEachKey(column, row, (hash) => {
        if (hash < uint32At(least, row) && other.has(hash) && !keys.common.has(hash)) least[row] = hash
      })
  return least
}

interface SideKeys {
  readonly rowCount: number
  readonly columns: readonly TextColumn[]
  readonly common: ReadonlySet<number>
}

function keysOf(table: Table): SideKeys {
  const columns = ['id', ...textFields, ...table.attributePaths]
    .map((field) => table.text(field))
    .filter(({ bytes }) => bytes.length > 0)
  return { rowCount: table.rowCount, columns, common: commonKeys(table, columns) }
}

/** A bitmap of hashes: about one absent key in ten reads as present. */
interface Presence {
  has(hash: number): boolean
}

const presenceBitsMax = 26

function presenceOf({ rowCount, columns }: SideKeys): Presence {
  const wanted = 32 - Math.clz32(16 * rowCount * Math.max(1, columns.length))
  const shift = 32 - Math.min(presenceBitsMax, wanted)
  const bits = new Uint32Array(2 ** Math.max(0, 32 - shift - 5))
  for (const column of columns)
    for (let row = 0; row < rowCount; row++)
      forEachKey(column, row, (hash) => {
        const place = hash >>> shift
        bits[place >>> 5] = uint32At(bits, place >>> 5) | (1 << (place & 31))
      })
  return { has: (hash) => (uint32At(bits, (hash >>> shift) >>> 5) & (1 << ((hash >>> shift) & 31))) !== 0 }
}

const probeCount = 2_000
/** A key that more than one row in this many has is a kind of record, not an identity. */
const commonOneIn = 200

/** Hashes of frequent keys, counted in a sample that does not depend on the order of the records. */
function commonKeys(table: Table, columns: readonly TextColumn[]): ReadonlySet<number> {
  const ids = table.text('id')
  const parts = Math.max(1, Math.floor(table.rowCount / probeCount))
  const counts = new Map<number, number>()
  let probed = 0
  for (let row = 0; row < table.rowCount; row++) {
    let idHash = 0
    forEachKey(ids, row, (hash) => {
      idHash ^= hash
    })
    if ((idHash >>> 0) % parts !== 0) continue
    probed += 1
    for (const column of columns) forEachKey(column, row, (hash) => counts.set(hash, (counts.get(hash) ?? 0) + 1))
  }
  return new Set([...counts].filter(([, count]) => count > Math.max(2, probed / commonOneIn)).map(([hash]) => hash))
}

const beginningLength = 8
const wordLengthMin = 3

/** Calls `take` with the hash of each key of a text: FNV-1a over its letters and digits, ASCII letters in capitals. */
function forEachKey(column: TextColumn, row: number, take: (hash: number) => void): void {
  const end = uint32At(column.offsets, row + 1)
  let [whole, length] = [fnvBasis, 0]
  let [word, wordLength, hasDigit] = [fnvBasis, 0, false]
  for (let index = uint32At(column.offsets, row); index <= end; index++) {
    const byte = index === end ? 0 : capitalOf(byteAt(column.bytes, index))
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

const [fnvBasis, fnvPrime] = [0x811c9dc5, 0x01000193]

/** Mixes the bits of a hash: hashes are compared by their high bits, which FNV-1a changes least. */
const spread = (hash: number): number => Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0

function capitalOf(byte: number): number {
  if (byte >= 0x61 && byte <= 0x7a) return byte - 0x20
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a) || byte >= 0x80 ? byte : 0
}
