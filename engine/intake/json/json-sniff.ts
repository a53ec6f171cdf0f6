import { byteAt } from '../../base/at.ts'
import type { Sniffed } from '../format/format.ts'

const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]
const [quote, backslash, lineFeed, carriageReturn, space] = [0x22, 0x5c, 0x0a, 0x0d, 0x20]

/** An object on one line may be NDJSON. It is JSON if it contains a list and no other object follows. */
export function sniffJson([first, second]: Uint8Array, isAll: boolean, held: Uint8Array): Sniffed {
  if (first === openBracket) {
    if (second === undefined) return isAll ? 'no' : 'undecided'
    return second === openBrace || second === closeBracket ? 'likely' : 'no'
  }
  if (first !== openBrace) return 'no'
  const start = held.indexOf(openBrace)
  const { end, hasList, isOver } = scanLine(held, start)
  if (!isOver) return end < held.length || isAll ? 'likely' : 'undecided'
  if (!hasList) return 'no'
  const next = held.subarray(end).find((byte) => byte > space)
  if (next === undefined && !isAll) return 'undecided'
  return next === undefined ? 'likely' : 'no'
}

function scanLine(held: Uint8Array, start: number) {
  let depth = 0
  let isText = false
  let hasList = false
  for (let index = start; index < held.length; index++) {
    const byte = byteAt(held, index)
    if (byte === lineFeed || byte === carriageReturn) return { end: index, hasList, isOver: false }
    if (isText && byte === backslash) index += 1
    else if (byte === quote) isText = !isText
    else if (isText) continue
    else if (byte === openBrace || byte === openBracket) {
      depth += 1
      hasList ||= byte === openBracket && beginsList(held, index + 1)
    } else if (byte === closeBrace || byte === closeBracket) {
      depth -= 1
      if (depth <= 0) return { end: index + 1, hasList, isOver: true }
    }
  }
  return { end: held.length, hasList, isOver: false }
}

function beginsList(held: Uint8Array, start: number): boolean {
  const next = held.subarray(start, start + 8).find((byte) => byte > space)
  return next === openBrace || next === closeBracket
}
