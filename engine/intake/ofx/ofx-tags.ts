import type { RecordReader } from '../format.ts'
import { lineLengthMax } from '../line-reader.ts'
import type { FaultLog, RowFaultCode } from '../row-fault.ts'
import { withoutEntities } from './entities.ts'
import { nameOf } from './tag-name.ts'

/** Takes the tags of an OFX file in order. */
export interface TagTaker {
  /** Takes a start tag with the text up to the next tag, without the white space around it, from its physical line on. */
  start(name: string, text: string, line: number): void
  end(name: string, line: number): void
  /** Takes what stands before the first tag, and declarations such as `<?OFX …?>`. */
  declare(text: string): void
  /** Ends the file, whose last physical line is `line`. */
  finish(line: number): void
}

/**
 * A reader of tags in UTF-8, as they arrive: those of SGML (OFX 1), whose values are not closed, and those of XML (OFX 2)
 * alike, since banks write the one under the header of the other. A `<` that begins no tag is text. A document type
 * declaration is a fault, so that no entity can be declared. Holds one tag and its text.
 */
export function createTagReader(taker: TagTaker, faults: FaultLog): RecordReader {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let endsInReturn = false

  const refuse = (code: RowFaultCode, detail: string): void => {
    if (!faults.isFull()) faults.add({ line: scan.line, column: null, field: null, code, detail })
    faults.close()
  }
  const scan: Scan = { ...emptyScan, taker, refuse }
  const decode = (bytes: Uint8Array | undefined): string | undefined => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true })
    } catch {
      refuse('invalid_encoding', 'Got bytes that are no text in the encoding of the file, wanted the right "encoding"')
      return undefined
    }
  }
  const take = (decoded: string, isLast: boolean): void => {
    // A line feed behind a carriage return that ended the text before belongs to the same line's end.
    const text = endsInReturn && decoded.startsWith('\n') ? decoded.slice(1) : decoded
    if (decoded !== '') endsInReturn = decoded.endsWith('\r')
    const plain = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
    refill(scan, plain)
    while (!faults.isFull() && takeTag(scan, isLast));
    if (scan.text.length - scan.from > waitingLengthMax) refuseLength(scan)
  }
  return {
    write(bytes) {
      const text = faults.isFull() ? undefined : decode(bytes)
      if (text !== undefined) take(text, false)
    },
    end() {
      const text = faults.isFull() ? undefined : decode(undefined)
      if (text === undefined) return
      take(text, true)
      takeText(scan, scan.text.length)
      closeText(scan)
      if (!faults.isFull()) taker.finish(scan.line)
    },
  }
}

/** Text that has arrived, and how far it is read. */
interface Scan {
  text: string
  /** Where the text begins that no tag has taken yet. */
  from: number
  /** Where the next `<` is looked for. */
  searched: number
  /** The physical line of `from`. */
  line: number
  /** The position of the next line feed from `from` on, and of the next `>` from `searched` on; -1 for none. */
  newline: number
  close: number
  /** The start tag that the text belongs to; undefined behind an end tag. */
  open: { readonly name: string; text: string; readonly line: number } | undefined
  hasTag: boolean
  readonly taker: TagTaker
  readonly refuse: (code: RowFaultCode, detail: string) => void
}

const emptyScan = {
  text: '',
  from: 0,
  searched: 0,
  line: 1,
  newline: -1,
  close: -1,
  open: undefined,
  hasTag: false,
} as const

const [exclamation, slash, question] = [0x21, 0x2f, 0x3f]

/** Characters of a tag at most: a `<` without a `>` so near is text. */
const tagLengthMax = 1024
/** A text and a comment may wait together. */
const waitingLengthMax = 3 * lineLengthMax

/** Adds text that has arrived, and forgets what is read. */
function refill(scan: Scan, arrived: string): void {
  scan.text = scan.text.slice(scan.from) + arrived
  scan.searched -= scan.from
  scan.from = 0
  scan.newline = scan.text.indexOf('\n')
  scan.close = scan.text.indexOf('>', scan.searched)
}

/** Takes the text up to the next tag, and the tag; false where more has to arrive. */
function takeTag(scan: Scan, isLast: boolean): boolean {
  const { text } = scan
  const start = text.indexOf('<', scan.searched)
  scan.searched = start < 0 ? text.length : start
  if (start < 0 || (start + 1 >= text.length && !isLast)) return false
  const kind = text.charCodeAt(start + 1)
  if (kind === exclamation || kind === question) return takeMarkup(scan, start, isLast)
  if (scan.close >= 0 && scan.close < start) scan.close = text.indexOf('>', start)
  const end = scan.close
  const isNear = end >= 0 && end - start <= tagLengthMax
  if (!isNear && !isLast && text.length - start <= tagLengthMax && !text.includes('<', start + 1)) return false
  const isEnd = kind === slash
  const inner = isNear ? text.slice(isEnd ? start + 2 : start + 1, end) : ''
  const name = inner === scan.open?.name ? inner : nameOf(inner)
  if (name === '') {
    scan.searched = start + 1
    return true
  }
  takeText(scan, start)
  closeText(scan)
  scan.hasTag = true
  if (!isEnd) scan.open = { name, text: '', line: scan.line }
  moveTo(scan, end + 1)
  if (!isEnd && !inner.endsWith('/')) return true
  closeText(scan)
  scan.taker.end(name, scan.line)
  return true
}

const [comment, characters] = ['<!--', '<![CDATA[']

/** Takes a comment, a CDATA section or a processing instruction; false where more has to arrive. */
function takeMarkup(scan: Scan, start: number, isLast: boolean): boolean {
  const { text } = scan
  const rest = text.slice(start, start + characters.length)
  if (rest.length < characters.length && !isLast && (comment.startsWith(rest) || characters.startsWith(rest)))
    return false
  const closing = rest.startsWith('<?')
    ? '>'
    : rest === characters
      ? ']]>'
      : rest.startsWith(comment)
        ? '-->'
        : undefined
  if (closing === undefined) {
    const detail = 'Got a declaration such as <!DOCTYPE>, which may declare entities; wanted OFX without one'
    moveTo(scan, start)
    scan.refuse('malformed_file', detail)
    return false
  }
  const end = text.indexOf(closing, start)
  if (end < 0 && !isLast) return false
  const last = end < 0 ? text.length : end
  takeText(scan, start)
  if (last - start > lineLengthMax) refuseLength(scan)
  const { open } = scan
  if (closing === ']]>' && open !== undefined) open.text += text.slice(start + characters.length, last)
  if (closing === '>') scan.taker.declare(text.slice(start, last))
  moveTo(scan, Math.min(text.length, last + closing.length))
  return true
}

/** Adds the text up to `end` to the start tag before it. */
function takeText(scan: Scan, end: number): void {
  const { open, text, from } = scan
  if (open !== undefined) open.text += withoutEntities(text.slice(from, end))
  else if (!scan.hasTag) scan.taker.declare(text.slice(from, end))
  if (end - from > lineLengthMax || (open !== undefined && open.text.length > lineLengthMax)) refuseLength(scan)
  moveTo(scan, end)
}

function refuseLength(scan: Scan): void {
  scan.refuse('record_too_large', `Got a text of more than ${lineLengthMax} characters, wanted at most that`)
}

/** Hands on the start tag whose text is complete. */
function closeText(scan: Scan): void {
  const { open } = scan
  scan.open = undefined
  if (open !== undefined) scan.taker.start(open.name, open.text.trim(), open.line)
}

/** Makes `position` the place up to which all is taken. */
function moveTo(scan: Scan, position: number): void {
  while (scan.newline >= 0 && scan.newline < position) {
    scan.line += 1
    scan.newline = scan.text.indexOf('\n', scan.newline + 1)
  }
  scan.from = position
  scan.searched = position
}
