import { endOfDosFile, type LineTaker, lineLengthMax } from '../format/text-lines.ts'
import type { FaultLog } from '../rows/row-fault.ts'

/** A field of a SWIFT message: `:60F:C260301EUR10,` and the lines until the next field. */
export interface SwiftField {
  /** Without colons: `60F`. */
  readonly tag: string
  readonly line: number
  /** The first line is what follows the tag. Blank lines are left out. */
  readonly lines: readonly string[]
  /** Whether the field is the last of the file, where it may be cut off. */
  readonly isLast: boolean
}

export interface SwiftFieldTaker {
  takeField(field: SwiftField): void
  endBlock(): void
  end(): void
}

/**
 * Splits a message into fields, and drops text before the first field, such as the blocks {1: to {3:. Holds one field.
 */
export function createSwiftFields(taker: SwiftFieldTaker, faults: FaultLog): LineTaker {
  const field = createOpenField(taker, faults)
  let waiting: Waiting | undefined

  const endBlock = (): void => {
    field.close()
    taker.endBlock()
  }
  const takeTag = (text: string, line: number): boolean => {
    const tag = tagOf(text)
    if (tag === undefined || field.isCutTime(text)) return false
    field.begin(tag, text.slice(tag.length + 2), line)
    return true
  }
  /**
   * Decides what the waiting line was, now that the next line, `text`, is known. Returns `text`, with the colon in
   * front if a colon waited and the two together begin with a tag.
   */
  const settle = (text: string): string => {
    const held = waiting
    waiting = undefined
    if (held === 'colon') {
      if (tagOf(`:${text}`) !== undefined) return `:${text}`
      field.add(':')
      return text
    }
    const tag = tagOf(text)
    if (field.isText() && tag === undefined && text.trim() !== '' && !isHeader(text)) field.add('-')
    else if (tag === undefined || tag === '20') endBlock()
    return text
  }
  const take = (raw: string, line: number): void => {
    if (raw === endOfDosFile) return
    const text = waiting === undefined ? withoutIndent(raw) : settle(withoutIndent(raw))
    const first = text.charCodeAt(0)
    if (first === colon) {
      if (text.trimEnd() === ':') waiting = 'colon'
      else if (!takeTag(text, line)) field.add(text)
    } else if (first === dash && isBlockEnd(text)) {
      if (text.trimEnd() === '-' && field.isOfEntry()) waiting = 'dash'
      else endBlock()
      if (text.includes('{4:')) take(behindHeader(text), line)
    } else if ((first < space || first > lowerZ) && isHeader(text)) {
      endBlock()
      take(behindHeader(text), line)
    } else field.add(text)
  }
  return {
    take,
    end() {
      if (waiting === 'dash') endBlock()
      field.close(true)
      taker.end()
    },
  }
}

interface OpenField {
  begin(tag: string, text: string, line: number): void
  add(text: string): void
  close(isLast?: boolean): void
  isText(): boolean
  isOfEntry(): boolean
  /** Whether `text` only looks like a tag, such as `:20:45`: a time of day that a line break has split. */
  isCutTime(text: string): boolean
}

function createOpenField(taker: SwiftFieldTaker, faults: FaultLog): OpenField {
  let field: { tag: string; line: number; lines: string[] } | undefined
  let length = 0
  /** The last tag other than 86: the field that a :86: describes. */
  let owner = ''

  const close = (isLast = false): void => {
    if (field !== undefined) taker.takeField({ ...field, isLast })
    field = undefined
  }
  const isOfEntry = (): boolean => owner === '61' || owner === 'NS'
  return {
    begin(tag, text, line) {
      close()
      if (tag !== '86') owner = tag
      length = text.length
      field = { tag, line, lines: [text] }
    },
    add(text) {
      if (field === undefined || text === '') return
      length += text.length
      if (length <= lineLengthMax) field.lines.push(text)
      else if (length - text.length <= lineLengthMax) {
        const detail = `Got a field of more than ${lineLengthMax} characters, wanted at most that`
        faults.add({ line: field.line, column: `:${field.tag}:`, field: null, code: 'record_too_large', detail })
      }
    },
    close,
    isText: () => field?.tag === '86' || field?.tag === '61',
    isOfEntry,
    isCutTime(text) {
      const before = field?.tag === '86' && isOfEntry() ? field.lines.at(-1) : undefined
      return before !== undefined && /^:[0-5]\d:[0-5]\d(?!\d)/.test(text) && /(^|\D)([01]\d|2[0-3])$/.test(before)
    },
  }
}

/**
 * A line that the next line explains. `colon`: a lone colon, perhaps split from its tag. `dash`: the end of a block, or
 * text.
 */
type Waiting = 'colon' | 'dash'

const [tab, space, dash, colon, lowerZ] = [0x09, 0x20, 0x2d, 0x3a, 0x7a]

/**
 * Tags of MT940, of MT942, of banks, and of the message around. Some banks write a balance without its letter F or M.
 */
const tagPattern = /^:(20|21|25P?|28C?|NSF?|34F|13D?|60[FM]|61|86|62[FM]|6[02](?=: ?[CD]\d{6})|64|65F?|90[CD]|94[0-2]):/

const tagOf = (text: string): string | undefined => tagPattern.exec(text)?.[1]

/**
 * A lone dash, or a dash and the brace that closes block 4. The Swedish and German 7-bit sets show the brace as a
 * letter.
 */
const isBlockEnd = (text: string): boolean => /^-(\s*$|\}|[åü]\s*$)/.test(text)

function withoutIndent(text: string): string {
  const first = text.charCodeAt(0)
  if (first !== space && first !== tab) return text
  const bare = text.trimStart()
  return tagOf(bare) !== undefined || isBlockEnd(bare) ? bare : text
}

/** Whether a block of a message begins, as with `{1:`. Control characters may precede it. */
const isHeader = (text: string): boolean => /^[^ -z]*[{ä]\d:/.test(text)

const behindHeader = (text: string): string => {
  const start = /[{ä]4:/.exec(text)
  return start === null ? '' : text.slice(start.index + start[0].length)
}
