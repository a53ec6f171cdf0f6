import { lineLengthMax } from '../format/text-lines.ts'
import type { RowFaultCode } from '../rows/row-fault.ts'
import { withoutEntities } from './entities.ts'
import type { OfxTag } from './ofx-tag.ts'

export interface TagTaker {
  /** `text` is the trimmed text up to the next tag. */
  start(tag: OfxTag, text: string, line: number): void
  end(tag: OfxTag, line: number): void
  finish(line: number): void
}

export interface Scan {
  text: string
  from: number
  /** Where the search for the next `<` begins. */
  searched: number
  /** The line of the file at `from`. */
  line: number
  /** The position of the next line feed from `from` on, and of the next `>` from `searched` on; -1 for none. */
  newline: number
  close: number
  /** The start tag that the text belongs to; undefined behind an end tag. */
  open: { readonly tag: OfxTag; text: string; readonly line: number } | undefined
  last: OfxTag | undefined
  hasReferences: boolean
  readonly tagOf: (written: string) => OfxTag | undefined
  readonly taker: TagTaker
  readonly refuse: (code: RowFaultCode, detail: string) => void
}

export const emptyScan = {
  text: '',
  from: 0,
  searched: 0,
  line: 1,
  newline: -1,
  close: -1,
  open: undefined,
  last: undefined,
  hasReferences: false,
} as const

const [exclamation, tagEnd, question] = [0x21, 0x3e, 0x3f]

/** A `<` without a `>` within this many characters is text. */
const tagLengthMax = 1024
/** The most characters that wait for more: a text and a comment may wait together. */
export const waitingLengthMax = 3 * lineLengthMax

export function refill(scan: Scan, arrived: string): void {
  scan.text = scan.text.slice(scan.from) + arrived
  scan.searched -= scan.from
  scan.from = 0
  scan.newline = scan.text.indexOf('\n')
  scan.close = scan.text.indexOf('>', scan.searched)
  scan.hasReferences = scan.text.includes('&')
}

export function takeTag(scan: Scan, isLast: boolean): boolean {
  const { text } = scan
  const start = text.indexOf('<', scan.searched)
  scan.searched = start < 0 ? text.length : start
  if (start < 0 || (start + 1 >= text.length && !isLast)) return false
  const kind = text.charCodeAt(start + 1)
  if (kind === exclamation || kind === question) return takeMarkup(scan, start, isLast)
  const tag = isTagAt(scan, scan.last?.next, start) ? scan.last.next : tagAt(scan, start)
  if (tag === undefined && !isLast && text.length - start <= tagLengthMax && isUndecided(text, start)) return false
  if (tag === undefined) {
    scan.searched = start + 1
    return true
  }
  takeText(scan, start)
  closeText(scan)
  if (scan.last !== undefined) scan.last.next = tag
  scan.last = tag
  if (tag.isStart) scan.open = { tag, text: '', line: scan.line }
  moveTo(scan, start + tag.written.length + 2)
  if (!tag.isEnd) return true
  closeText(scan)
  scan.taker.end(tag, scan.line)
  return true
}

const isTagAt = ({ text }: Scan, tag: OfxTag | undefined, start: number): tag is OfxTag =>
  tag !== undefined &&
  text.startsWith(tag.written, start + 1) &&
  text.charCodeAt(start + 1 + tag.written.length) === tagEnd

/** The tag at `start`; undefined where the `<` begins none, or its end has not arrived. */
function tagAt(scan: Scan, start: number): OfxTag | undefined {
  const { text, tagOf } = scan
  if (scan.close >= 0 && scan.close < start) scan.close = text.indexOf('>', start)
  const end = scan.close
  return end >= 0 && end - start <= tagLengthMax ? tagOf(text.slice(start + 1, end)) : undefined
}

/** Whether the end of a tag at `start` may still come. */
const isUndecided = (text: string, start: number): boolean =>
  !text.includes('>', start) && !text.includes('<', start + 1)

const [comment, characters] = ['<!--', '<![CDATA[']

function takeMarkup(scan: Scan, start: number, isLast: boolean): boolean {
  const { text } = scan
  const ahead = text.slice(start, start + characters.length)
  if (ahead.length < characters.length && !isLast && (comment.startsWith(ahead) || characters.startsWith(ahead)))
    return false
  const closing = ahead.startsWith('<?')
    ? '>'
    : ahead === characters
      ? ']]>'
      : ahead.startsWith(comment)
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
  moveTo(scan, Math.min(text.length, last + closing.length))
  return true
}

export function takeText(scan: Scan, end: number): void {
  const { open, text, from } = scan
  if (open !== undefined) {
    const written = text.slice(from, end)
    open.text += scan.hasReferences ? withoutEntities(written) : written
  }
  if (end - from > lineLengthMax || (open !== undefined && open.text.length > lineLengthMax)) refuseLength(scan)
  moveTo(scan, end)
}

export function refuseLength(scan: Scan): void {
  scan.refuse('record_too_large', `Got a text of more than ${lineLengthMax} characters, wanted at most that`)
}

export function closeText(scan: Scan): void {
  const { open } = scan
  scan.open = undefined
  if (open !== undefined) scan.taker.start(open.tag, open.text.trim(), open.line)
}

function moveTo(scan: Scan, position: number): void {
  while (scan.newline >= 0 && scan.newline < position) {
    scan.line += 1
    scan.newline = scan.text.indexOf('\n', scan.newline + 1)
  }
  scan.from = position
  scan.searched = position
}
