import { createByteQueue } from './byte-queue.ts'
import { type CodePage, upperHalves } from './code-pages.ts'

/**
 * Bytes in any encoding that exports come in, to UTF-8. What cannot be decoded becomes a byte that no UTF-8 text has,
 * so that the reader that decodes a cell or line finds it, and names the place.
 */
export interface Transcoder {
  /** The UTF-8 of these bytes, as far as it is known yet; which encoding it is may take 64 KB to tell. */
  write(bytes: Uint8Array): Uint8Array
  end(): Uint8Array
}

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | CodePage

/** The encoding of a label, as `charset` and `encoding` name it; undefined for an unknown one. */
export const encodingOfLabel = (label: string): Encoding | undefined => labels.get(label.trim().toLowerCase())

/** Every label that `encodingOfLabel` knows. */
export const encodingLabels = (): readonly string[] => [...labels.keys()]

/**
 * A transcoder for text that is declared to be in `declared`. A byte order mark wins over that and is left out; without
 * either it is UTF-8 if the first 64 KB decode, otherwise windows-1252.
 */
export function createTranscoder(declared: Encoding | undefined): Transcoder {
  const queue = createByteQueue()
  let decode: Decode | undefined

  const decide = (isAll: boolean): Uint8Array => {
    const held = queue.waiting()
    const mark = byteOrderMark(held)
    const isOpen = mark === undefined && held.length < (declared === undefined ? sniffedByteCount : markByteCount)
    if (isOpen && !isAll) return none
    decode = createDecode(mark?.encoding ?? declared ?? sniff(held, isAll))
    return decode(held.subarray(mark?.length ?? 0), isAll)
  }
  return {
    write(bytes) {
      if (decode !== undefined) return decode(bytes, false)
      queue.append(bytes)
      return decide(false)
    },
    end: () => (decode === undefined ? decide(true) : decode(none, true)),
  }
}

/** Decodes bytes that follow on those of the call before. */
type Decode = (bytes: Uint8Array, isLast: boolean) => Uint8Array

const sniffedByteCount = 65_536
const markByteCount = 3
const none = new Uint8Array(0)
/** Is in no UTF-8 text. */
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
    return 'windows-1252'
  }
}

function createDecode(encoding: Encoding): Decode {
  if (encoding === 'utf-8') return (bytes) => bytes
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return createUtf16Decode(encoding === 'utf-16be')
  return createCodePageDecode(encoding)
}

const encoder = new TextEncoder()

function createCodePageDecode(page: CodePage): Decode {
  const upper = [...upperHalves[page]].map((character) => encoder.encode(character))
  return (bytes) => {
    const decoded = new Uint8Array(3 * bytes.length)
    let length = 0
    for (const byte of bytes) {
      if (byte < 0x80) decoded[length++] = byte
      else for (const part of upper[byte - 0x80] ?? none) decoded[length++] = part
    }
    return decoded.subarray(0, length)
  }
}

/** UTF-16 by hand: the platform's decoder cannot tell where half a surrogate pair stood. */
function createUtf16Decode(isBigEndian: boolean): Decode {
  const queue = createByteQueue()
  return (bytes, isLast) => {
    queue.append(bytes)
    const given = queue.waiting()
    const decoded = new Uint8Array(3 * Math.ceil(given.length / 2))
    const unitAt = (at: number): number => {
      const [first, second] = [given[at] ?? 0, given[at + 1] ?? 0]
      return isBigEndian ? 256 * first + second : 256 * second + first
    }
    let length = 0
    let offset = 0
    while (offset + 1 < given.length) {
      const unit = unitAt(offset)
      const isHigh = unit >= 0xd800 && unit < 0xdc00
      if (isHigh && offset + 3 >= given.length && !isLast) break
      const next = isHigh && offset + 3 < given.length ? unitAt(offset + 2) : 0
      const isPair = next >= 0xdc00 && next < 0xe000
      const text = isPair ? String.fromCharCode(unit, next) : String.fromCharCode(unit)
      if (text.isWellFormed()) length += encoder.encodeInto(text, decoded.subarray(length)).written
      else decoded[length++] = undecodable
      offset += isPair ? 4 : 2
    }
    if (isLast && offset < given.length) decoded[length++] = undecodable
    queue.drop(offset)
    return decoded.subarray(0, length)
  }
}
