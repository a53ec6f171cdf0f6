import { byteAt } from '../../base/at.ts'
import type { Steps } from '../rows/steps.ts'
import { takeOutside } from './split-outside.ts'
import { countLine, isText, type Split, type SplitSink, signs } from './split-state.ts'

/**
 * Splits a JSON text, byte by byte, into pieces of the elements of lists of records and of the text around the lists.
 * It only looks at brackets, quotes and commas; the readers of the pieces check that they are JSON.
 */

interface ListSplitter {
  write(bytes: Uint8Array): Steps<void>
  end(): void
}

const { quote, comma, openBrace, closeBrace, openBracket, closeBracket, carriageReturn } = signs
const commaBytes = Uint8Array.of(comma)

export function createListSplitter(sink: SplitSink): ListSplitter {
  const split: Split = {
    sink,
    levels: [],
    deeper: 0,
    mode: 'outside',
    line: 1,
    wasReturn: false,
    isInText: false,
    isEscaped: false,
    name: undefined,
    path: [],
    index: 0,
    hasComma: false,
    depth: 0,
  }
  return {
    *write(bytes) {
      let position = 0
      while (position < bytes.length) {
        if (split.mode === 'element') position = takeElement(split, bytes, position)
        else if (split.mode === 'between') position = takeBetween(split, bytes, position)
        else position = takeOutside(split, bytes, position)
        if (sink.backlog.isBehind()) yield* sink.backlog.workOff()
      }
    },
    end() {
      if (split.mode === 'element') sink.element(new Uint8Array(0), true)
    },
  }
}

/** A missing or additional comma goes to the text around the list, which is then refused as JSON. */
function takeBetween(split: Split, bytes: Uint8Array, position: number): number {
  const { sink, line } = split
  const byte = byteAt(bytes, position)
  countLine(split, byte)
  if (isSpace(byte)) return position + 1
  const isWrong = byte === comma ? split.index === 0 || split.hasComma : byte === closeBracket && split.hasComma
  if (isWrong) sink.outside(commaBytes, line)
  if (byte === comma) {
    split.hasComma = true
    return position + 1
  }
  if (byte === closeBracket) {
    split.mode = 'outside'
    sink.outside(bytes.subarray(position, position + 1), line)
    return position + 1
  }
  if (split.index > 0 && !split.hasComma) sink.outside(commaBytes, line)
  split.hasComma = false
  sink.open(split.path, split.index, line)
  split.index += 1
  const end = sink.takeWhole(position, line)
  if (end >= 0) {
    for (let index = position; sink.isFolded() && index < end; index++) countLine(split, byteAt(bytes, index))
    split.wasReturn = false
    return end
  }
  split.mode = 'element'
  split.depth = 0
  return position
}

const isSpace = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)

function takeElement(split: Split, bytes: Uint8Array, start: number): number {
  const end = endOfElement(split, bytes, start)
  split.sink.element(bytes.subarray(start, end < 0 ? bytes.length : end), end >= 0)
  if (end < 0) return bytes.length
  split.mode = 'between'
  return end
}

/** The position after the element; -1 if the element continues beyond the bytes. */
function endOfElement(split: Split, bytes: Uint8Array, start: number): number {
  for (let position = start; position < bytes.length; position++) {
    const byte = byteAt(bytes, position)
    if (byte <= carriageReturn) countLine(split, byte)
    else split.wasReturn = false
    if (isText(split, byte)) continue
    if (byte === quote) split.isInText = true
    else if (byte === openBrace || byte === openBracket) split.depth += 1
    else if (byte === closeBrace || byte === closeBracket) {
      if (split.depth === 0 && byte === closeBracket) return position
      // A closing brace without an opening one stays in the element, which is then refused as JSON.
      if (split.depth === 0) return position + 1
      split.depth -= 1
      if (split.depth === 0) return position + 1
    } else if (byte === comma && split.depth === 0) return position
  }
  return -1
}
