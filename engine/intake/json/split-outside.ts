import { byteAt } from '../../base/at.ts'
import { textOf } from '../../base/bytes.ts'
import { countLine, isText, type Split, signs } from './split-state.ts'

/** The names of members are only kept down to this depth: a list below it cannot be a list of records. */
const namedDepthMax = 6
const nameByteCountMax = 200

/** Deeper levels are only counted; the reader of the text refuses them. */
const levelCountMax = 128

const { quote, comma, colon, openBrace, closeBrace, openBracket, closeBracket } = signs

export function takeOutside(split: Split, bytes: Uint8Array, start: number): number {
  const { line } = split
  let position = start
  while (position < bytes.length && split.mode === 'outside') {
    const byte = byteAt(bytes, position)
    countLine(split, byte)
    if (split.isInText) {
      if (split.name !== undefined && byte !== quote && split.name.length < nameByteCountMax) split.name.push(byte)
      isText(split, byte)
    } else takeSign(split, byte)
    position += 1
  }
  split.sink.outside(bytes.subarray(start, position), line)
  return position
}

function takeSign(split: Split, byte: number): void {
  const { levels } = split
  const level = levels.at(-1)
  if (byte === quote) {
    split.isInText = true
    split.name = level?.isList === false && level.isOpen && levels.length <= namedDepthMax ? [] : undefined
  } else if (byte === colon && level !== undefined && split.name !== undefined) {
    level.name = textOf(Uint8Array.from(split.name)) ?? ''
    level.isOpen = false
    split.name = undefined
  } else if (byte === comma && level?.isList === false) level.isOpen = true
  else if (byte === openBrace) openLevel(split, false)
  else if (byte === openBracket) openList(split)
  else if (byte === closeBrace || byte === closeBracket) {
    if (split.deeper > 0) split.deeper -= 1
    else levels.pop()
  }
}

const pathOf = ({ levels }: Split): readonly string[] => levels.map(({ isList, name }) => (isList ? '[]' : name))

function openList(split: Split) {
  const path = split.levels.length > namedDepthMax ? undefined : pathOf(split)
  if (path === undefined || !split.sink.isList(path)) return openLevel(split, true)
  split.path = path
  split.index = 0
  split.hasComma = false
  split.mode = 'between'
}

function openLevel(split: Split, isList: boolean): void {
  const { levels } = split
  if (levels.length === levelCountMax) {
    split.deeper += 1
    return
  }
  const parent = levels.at(-1)
  if (parent?.isList && parent.isOpen && !isList && levels.length <= namedDepthMax)
    split.sink.passed(pathOf(split).slice(0, -1))
  if (parent !== undefined) parent.isOpen = false
  levels.push({ isList, name: '', isOpen: true })
}
