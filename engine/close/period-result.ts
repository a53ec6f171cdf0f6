import { isObject, parseLine } from '../base/json-shape.ts'
import { linesOf } from '../base/line-splitter.ts'
import { type Parsed, parsed, refused } from '../base/parsed.ts'
import type { Pace, Slices } from '../base/slices.ts'
import type { ResultLine } from '../result/line.ts'
import { parseInSlices } from './period-files.ts'

/** The lines of a result. They are parsed anew whenever they are gone through, so that only their text is held. */
export interface ResultLines extends Iterable<ResultLine> {
  readonly length: number
}

/** Refuses lines that are no canonical objects. O(bytes). */
export function* readResult(text: string, pace: Pace): Slices<Parsed<ResultLines>> {
  const lines = yield* parseInSlices(text, checkLine, pace)
  return lines.ok ? parsed(linesIn(text, lines.value.length)) : lines
}

const checkLine = (line: string): Parsed<undefined> =>
  isObject(parseLine(line)) ? parsed(undefined) : refused('Got other than a canonical JSON object')

const linesIn = (text: string, length: number): ResultLines => ({
  length,
  *[Symbol.iterator]() {
    for (const line of linesOf(text)) {
      const value: ResultLine = JSON.parse(line)
      yield value
    }
  },
})
