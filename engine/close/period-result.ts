import { isObject, parseLine } from '../base/json-shape.ts'
import { linesOf } from '../base/line-splitter.ts'
import { cutOff } from '../base/one-line.ts'
import { type Parsed, parsed, refused } from '../base/parsed.ts'
import type { ResultLine } from '../result/line.ts'
import { type Reading, readFile } from './reading.ts'
import { isShowable } from './shown-line.ts'

/** Lines of a result. They are parsed anew whenever they are gone through, so that only their text is held. */
export interface ResultLines extends Iterable<ResultLine> {
  readonly length: number
  readonly texts: readonly string[]
}

/** Hands the texts of a result to `take`. */
export type ResultTexts = (take: (text: string) => void) => Reading<void>

/** The result as it is stored. */
export const storedResult: ResultTexts = (take) => readFile('result.ndjson', take)

/** A result in memory. */
export const resultIn = (texts: readonly string[]): ResultTexts =>
  function* (take) {
    for (const text of texts) {
      take(text)
      yield undefined
    }
  }

/** Goes through the lines of a result. Refuses lines that are no canonical objects. O(bytes). */
export function* readResult(
  result: ResultTexts,
  take: (line: ResultLine, text: string) => void,
): Reading<Parsed<undefined>> {
  const faults: string[] = []
  let count = 0
  yield* result((text) => {
    for (const line of linesOf(text)) {
      count += 1
      const value = parseLine(line)
      if (!isObject(value)) faults.push(`line ${count}: Got other than a canonical JSON object`)
      else if (isShowable(value)) take(value as ResultLine, line)
      else faults.push(`line ${count}: Got members that no line of a result has`)
    }
    if (!text.endsWith('\n')) faults.push(cutOff)
  })
  const [fault] = faults
  return fault === undefined ? parsed(undefined) : refused(fault)
}

export const linesIn = (texts: readonly string[]): ResultLines => ({
  length: texts.length,
  texts,
  *[Symbol.iterator]() {
    for (const text of texts) {
      const value: ResultLine = JSON.parse(text)
      yield value
    }
  },
})

/** Those of a period that was not run, or that let go of them. */
export const noLines: ResultLines = linesIn([])
