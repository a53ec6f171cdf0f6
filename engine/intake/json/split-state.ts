import type { Backlog } from '../rows/backlog.ts'

/** What the splitting of a JSON text has got to. */

/** Receives the parts of a text in order. */
export interface SplitSink {
  /** Whether the list at a place is one of records: names of members from the outermost on, and `[]` for an element. */
  isList(path: readonly string[]): boolean
  /** Begins an element of a list. */
  open(path: readonly string[], index: number, line: number): void
  /** Takes the whole element that was begun, at a position of the bytes; gives the position behind it, or -1 to get it in pieces. */
  takeWhole(start: number, line: number): number
  /** Whether the element that was taken whole has line ends in it. */
  isFolded(): boolean
  /** A piece of the element that was begun; it ends with the last piece. */
  element(piece: Uint8Array, isLast: boolean): void
  /** A piece of the rest, which begins on this line. */
  rest(piece: Uint8Array, line: number): void
  /** A list that is none of records although its first element is an object. */
  passed(path: readonly string[]): void
  /** What elements ask for, which is worked off before the next one. */
  readonly backlog: Backlog
}

/** A list or an object that is open. */
export interface Level {
  readonly isList: boolean
  /** The name of the member that is read. */
  name: string
  /** Whether a name, or the first element, is still to come. */
  isOpen: boolean
}

/** Where the text has got to. */
export interface Split {
  readonly sink: SplitSink
  readonly levels: Level[]
  /** Levels below those that are kept. */
  deeper: number
  mode: 'rest' | 'between' | 'element'
  line: number
  wasReturn: boolean
  isInText: boolean
  isEscaped: boolean
  /** The bytes of a name that is read; undefined in any other text. */
  name: number[] | undefined
  /** The list whose elements are read, how many they are, and whether a comma stands behind the last. */
  path: readonly string[]
  index: number
  hasComma: boolean
  /** How deep the element is nested here. */
  depth: number
}

/** The signs of JSON. */
export const signs = {
  quote: 0x22,
  backslash: 0x5c,
  comma: 0x2c,
  colon: 0x3a,
  openBrace: 0x7b,
  closeBrace: 0x7d,
  openBracket: 0x5b,
  closeBracket: 0x5d,
  lineFeed: 0x0a,
  carriageReturn: 0x0d,
} as const

const { quote, backslash, lineFeed, carriageReturn } = signs

/** Counts the line that a byte ends, if it does. */
export function countLine(split: Split, byte: number): void {
  if (byte === carriageReturn || (byte === lineFeed && !split.wasReturn)) split.line += 1
  split.wasReturn = byte === carriageReturn
}

/** Steps over a byte of a text in quotes; false where there is none. */
export function isText(split: Split, byte: number): boolean {
  if (!split.isInText) return false
  if (split.isEscaped) split.isEscaped = false
  else if (byte === backslash) split.isEscaped = true
  else if (byte === quote) split.isInText = false
  return true
}
