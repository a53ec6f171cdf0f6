import { at, byteAt } from '../../base/at.ts'
import { fromUtf8 } from '../../base/bytes.ts'
import { type ByteEncoding, byteTable } from './byte-encodings.ts'
import { createByteQueue } from './byte-queue.ts'
import { isCentralEuropean } from './central-european.ts'

/** Converts text to UTF-8. A byte that cannot be decoded becomes 0xFF, which the reader of the cell or line reports. */
interface Transcoder {
  /** Returns these bytes as UTF-8. Up to 64 KB are held back until the encoding is decided. */
  write(bytes: Uint8Array): Uint8Array
  end(): Uint8Array
  encoding(): Encoding | undefined
}

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | ByteEncoding

export const encodingOfLabel = (label: string): Encoding | undefined => labels.get(label.trim().toLowerCase())

export const encodingLabels = (): readonly string[] => [...labels.keys()]

/**
 * The encoding is that of a byte order mark, else `declared`, else UTF-8 if the first 64 KB are valid UTF-8; otherwise
 * the words decide.
 */
export function createTranscoder(declared: Encoding | undefined): Transcoder {
  const queue = createByteQueue()
  let decode: Decode | undefined
  let encoding: Encoding | undefined

  const decide = (isAll: boolean): Uint8Array => {
    const held = queue.waiting()
    const mark = byteOrderMark(held)
    const isOpen = mark === undefined && held.length < (declared === undefined ? sniffedByteCount : markByteCount)
    if (isOpen && !isAll) return none
    encoding = mark?.encoding ?? declared ?? sniff(held, isAll)
    decode = createDecode(encoding)
    return decode(held.subarray(mark?.length ?? 0), isAll)
  }
  return {
    write(bytes) {
      if (decode !== undefined) return decode(bytes, false)
      queue.append(bytes)
      return decide(false)
    },
    end: () => (decode === undefined ? decide(true) : decode(none, true)),
    encoding: () => encoding,
  }
}

type Decode = (bytes: Uint8Array, isLast: boolean) => Uint8Array

const sniffedByteCount = 65_536
const markByteCount = 3
const none = new Uint8Array(0)
const undecodable = 0xff

const labels = new Map<string, Encoding>([
  ['utf-8', 'utf-8'],
  ['utf8', 'utf-8'],
  ['us-ascii', 'windows-1252'],
  ['ascii', 'windows-1252'],
  ['iso-8859-1', 'windows-1252'],
  ['latin1', 'windows-1252'],
  ['windows-1252', 'windows-1252'],
  ['cp1252', 'windows-1252'],
  ['windows-1250', 'windows-1250'],
  ['cp1250', 'windows-1250'],
  ['iso-8859-15', 'iso-8859-15'],
  ['latin9', 'iso-8859-15'],
  ['iso-8859-2', 'iso-8859-2'],
  ['latin2', 'iso-8859-2'],
  ['windows-1251', 'windows-1251'],
  ['cp1251', 'windows-1251'],
  ['windows-1257', 'windows-1257'],
  ['cp1257', 'windows-1257'],
  ['cp852', 'cp852'],
  ['ibm852', 'cp852'],
  ['cp850', 'cp850'],
  ['ibm850', 'cp850'],
  ['din_66003', 'din_66003'],
  ['iso646-de', 'din_66003'],
  ['sen_850200_b', 'sen_850200_b'],
  ['iso646-se', 'sen_850200_b'],
  ['utf-16', 'utf-16le'],
  ['utf-16le', 'utf-16le'],
  ['utf-16be', 'utf-16be'],
])

function byteOrderMark(bytes: Uint8Array): { readonly encoding: Encoding; readonly length: number } | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { encoding: 'utf-8', length: 3 }
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: 'utf-16le', length: 2 }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: 'utf-16be', length: 2 }
  return undefined
}

function sniff(held: Uint8Array, isAll: boolean): Encoding {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })
  const isWhole = isAll && held.length <= sniffedByteCount
  try {
    decoder.decode(held.subarray(0, sniffedByteCount), { stream: !isWhole })
    return 'utf-8'
  } catch {
    return codePageOf(held)
  }
}

export function codePageOf(held: Uint8Array): 'windows-1250' | 'windows-1252' {
  const textIn = (encoding: ByteEncoding): string =>
    fromUtf8(createByteDecode(encoding)(held.subarray(0, sniffedByteCount), true))
  const readings = { windows1250: textIn('windows-1250'), windows1252: textIn('windows-1252') }
  return isCentralEuropean(readings) ? 'windows-1250' : 'windows-1252'
}

function createDecode(encoding: Encoding): Decode {
  if (encoding === 'utf-8') return (bytes) => bytes
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return createUtf16Decode(encoding === 'utf-16be')
  return createByteDecode(encoding)
}

const encoder = new TextEncoder()

function createByteDecode(encoding: ByteEncoding): Decode {
  const table = byteTable(encoding).map((character) =>
    character === undefined ? Uint8Array.of(undecodable) : encoder.encode(character),
  )
  const single = Uint8Array.from(table, (parts) => (parts.length === 1 ? byteAt(parts, 0) : 0))
  return (bytes) => {
    const decoded = new Uint8Array(3 * bytes.length)
    let length = 0
    for (const byte of bytes) {
      const part = byteAt(single, byte)
      if (part > 0 || byte === 0) decoded[length++] = part
      else for (const each of at(table, byte)) decoded[length++] = each
    }
    return decoded.subarray(0, length)
  }
}

/** Decodes UTF-16 by hand: the platform's decoder does not say where half a surrogate pair stands. */
function createUtf16Decode(isBigEndian: boolean): Decode {
  const queue = createByteQueue()
  return (bytes, isLast) => {
    queue.append(bytes)
    const waiting = queue.waiting()
    const decoded = new Uint8Array(3 * Math.ceil(waiting.length / 2))
    const unitAt = (position: number): number =>
      byteAt(waiting, isBigEndian ? position + 1 : position) +
      256 * byteAt(waiting, isBigEndian ? position : position + 1)
    let length = 0
    let offset = 0
    while (offset + 1 < waiting.length) {
      const unit = unitAt(offset)
      const isHigh = unit >= 0xd800 && unit < 0xdc00
      if (isHigh && offset + 3 >= waiting.length && !isLast) break
      const next = isHigh && offset + 3 < waiting.length ? unitAt(offset + 2) : 0
      const isPair = next >= 0xdc00 && next < 0xe000
      const text = isPair ? String.fromCharCode(unit, next) : String.fromCharCode(unit)
      if (text.isWellFormed()) length += encoder.encodeInto(text, decoded.subarray(length)).written
      else decoded[length++] = undecodable
      offset += isPair ? 4 : 2
    }
    if (isLast && offset < waiting.length) decoded[length++] = undecodable
    queue.drop(offset)
    return decoded.subarray(0, length)
  }
}
