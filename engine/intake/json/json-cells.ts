import { byteAt } from '../../base/at.ts'
import { type ByteKeys, createByteKeys } from '../../base/byte-keys.ts'
import { isUtf8 } from '../../base/utf8-check.ts'
import { type BufferRange, rangeOf, setView } from '../../base/word-buffer.ts'
import { endOfJsonText, isSurelyAscii } from '../../base/word-scan.ts'
import { type AttributeNames, attributeNameCountMax } from '../../record/attribute-names.ts'
import { attributeCountMax } from '../../record/record-batch.ts'
import { type Cells, createCells } from '../rows/cells.ts'
import { intakeLimits } from '../rows/intake-limits.ts'
import { kindsOf, type ScannedPlan, takesAttributes } from './member-kinds.ts'
import { nextByte, readScalar, type ScalarScan, takes } from './scalar-scan.ts'

interface JsonCellScanner {
  readonly cells: Cells
  /** Requires a `view` with a newline after the bytes and room beyond. */
  open(bytes: Uint8Array, view: DataView): void
  /** The position after the line; -1 for an unusual, faulty, long or incomplete line, which `parseJson` then reads. */
  scan(start: number): number
  /** Scans the object at `start`, which may span lines. Returns the position after it, or -1 as `scan` does. */
  scanElement(start: number): number
  isFolded(): boolean
}

interface Scan extends ScalarScan {
  readonly cells: Cells
  readonly plan: LinePlan
  /**
   * The number of the record. `seen` holds for each member the last record that had it, so that a repeated name is
   * noticed.
   */
  line: number
  readonly seen: Int32Array
  readonly seenNested: Int32Array
}

interface LinePlan {
  readonly members: ByteKeys
  readonly attributeNames: AttributeNames
  readonly keepsOthers: boolean
  readonly kinds: Uint8Array
}

const [newline, quote, comma, colon, openBrace, closeBrace] = [0x0a, 0x22, 0x2c, 0x3a, 0x7b, 0x7d]

/** Longer lines are left to `parseJson`, which refuses those that are too long. */
const scannedByteCountMax = 16_384

/** Scanning allocates nothing. */
export function createJsonCells(plan: ScannedPlan, attributeNames: AttributeNames): JsonCellScanner {
  const members = createByteKeys()
  for (const name of plan.names) members.numberOf(rangeOf(name))
  const cells = createCells(plan.names.length)
  const scan: Scan = {
    cells,
    plan: { members, attributeNames, keepsOthers: plan.keepsOthers, kinds: kindsOf(plan) },
    bytes: cells.bytes,
    view: cells.view,
    position: 0,
    start: 0,
    end: 0,
    isLiteral: false,
    foldEnd: -1,
    isFolded: false,
    line: 0,
    seen: new Int32Array(plan.names.length),
    seenNested: new Int32Array(attributeNameCountMax),
  }
  return {
    cells,
    open(bytes, view) {
      cells.bytes = bytes
      cells.view = view
      scan.bytes = bytes
      scan.view = view
    },
    scan(start) {
      scan.foldEnd = -1
      scan.position = start
      if (!readObject(scan) || nextByte(scan) !== newline) return -1
      const end = scan.position - 1
      // The newline after the last byte was added and is not part of the file.
      return end < cells.bytes.length && isSound(cells, start, end) ? end + 1 : -1
    },
    scanElement(start) {
      scan.foldEnd = cells.bytes.length
      scan.isFolded = false
      scan.position = start
      return readObject(scan) && isSound(cells, start, scan.position) ? scan.position : -1
    },
    isFolded: () => scan.isFolded,
  }
}

/** Sets the length of the scanned record. False if the record is too long or not UTF-8. */
function isSound(cells: Cells, start: number, end: number): boolean {
  cells.start = start
  cells.byteCount = end - start
  if (cells.byteCount > scannedByteCountMax) return false
  return isSurelyAscii(cells.view, start, end) || isUtf8(cells.bytes, start, end)
}

function readObject(scan: Scan): boolean {
  const { cells, plan, seen } = scan
  scan.line += 1
  cells.starts.fill(0)
  cells.ends.fill(0)
  cells.nested.count = 0
  if (nextByte(scan) !== openBrace) return false
  do {
    if (!readName(scan)) return false
    const index = plan.members.find(name)
    if (index < 0 && plan.keepsOthers) {
      if (!readAttribute(scan)) return false
      continue
    }
    if (index < 0 || seen[index] === scan.line) return false
    seen[index] = scan.line
    const kind = byteAt(plan.kinds, index)
    if (kind === takesAttributes) {
      if (!readAttributes(scan)) return false
      continue
    }
    if (!readScalar(scan, kind)) return false
    cells.starts[index] = scan.start
    cells.ends[index] = scan.end
    cells.literals[index] = Number(scan.isLiteral)
  } while (nextByte(scan) === comma)
  return scan.view.getUint8(scan.position - 1) === closeBrace
}

const name = rangeOf('')

function readName(scan: Scan): boolean {
  if (nextByte(scan) !== quote) return false
  setView(name, scan.view)
  name.start = scan.position
  name.end = endOfJsonText(scan.view, scan.position)
  scan.position = name.end + 1
  return scan.view.getUint8(name.end) === quote && nextByte(scan) === colon
}

function readAttributes(scan: Scan): boolean {
  if (nextByte(scan) !== openBrace) return false
  do {
    if (!readName(scan) || !readAttribute(scan)) return false
  } while (nextByte(scan) === comma)
  return scan.view.getUint8(scan.position - 1) === closeBrace
}

function readAttribute(scan: Scan): boolean {
  const { nested, bytes } = scan.cells
  if (name.end - name.start > intakeLimits.nameLength || !isText(bytes, name)) return false
  const number = scan.plan.attributeNames.numberOfRange(name)
  if (number === undefined || scan.seenNested[number] === scan.line || nested.count === attributeCountMax) return false
  scan.seenNested[number] = scan.line
  if (!readScalar(scan, takes.anything)) return false
  if (scan.start === scan.end) return true
  nested.numbers[nested.count] = number
  nested.starts[nested.count] = scan.start
  nested.ends[nested.count] = scan.end
  nested.literals[nested.count] = Number(scan.isLiteral)
  nested.count += 1
  return true
}

const isText = (bytes: Uint8Array, { view, start, end }: BufferRange): boolean =>
  isSurelyAscii(view, start, end) || isUtf8(bytes, start, end)
