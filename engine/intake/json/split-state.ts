import type { Backlog } from '../rows/backlog.ts'

export interface SplitSink {
  /** Whether a list holds records. `path` has the names of members from the outermost on, and `[]` for an element. */
  isList(path: readonly string[]): boolean
  open(path: readonly string[], index: number, line: number): void
  /** Takes a whole element at `start` and returns the position after it; -1 to get the element in pieces instead. */
  takeWhole(start: number, line: number): number
  isFolded(): boolean
  element(piece: Uint8Array, isLast: boolean): void
  outside(piece: Uint8Array, line: number): void
  passed(path: readonly string[]): void
  readonly backlog: Backlog
}

interface Level {
  readonly isList: boolean
  name: string
  isOpen: boolean
}

export interface Split {
  readonly sink: SplitSink
  readonly levels: Level[]
  deeper: number
  mode: 'outside' | 'between' | 'element'
  line: number
  wasReturn: boolean
  isInText: boolean
  isEscaped: boolean
  /** The bytes of a member's name while it is being read; undefined in other texts. */
  name: number[] | undefined
  /** The open list: its path, the number of its elements so far, and whether a comma follows the last one. */
  path: readonly string[]
  index: number
  hasComma: boolean
  depth: number
}

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

/** CR LF counts as one line end. */
export function countLine(split: Split, byte: number): void {
  if (byte === carriageReturn || (byte === lineFeed && !split.wasReturn)) split.line += 1
  split.wasReturn = byte === carriageReturn
}

export function isText(split: Split, byte: number): boolean {
  if (!split.isInText) return false
  if (split.isEscaped) split.isEscaped = false
  else if (byte === backslash) split.isEscaped = true
  else if (byte === quote) split.isInText = false
  return true
}
