import type { Slices } from '../base/slices.ts'

/** The files of a period that have a line for each record, or nearly. */
const longFileNames = ['source.ndjson', 'target.ndjson', 'result.ndjson'] as const
export type LongFileName = (typeof longFileNames)[number]

export const isLongFile = (name: string): name is LongFileName => longFileNames.some((each) => each === name)
type LongFiles = { readonly [name in LongFileName]: string }

/**
 * A computation over long files, of which it holds no more than a part. It yields the name of a file and is given the next part:
 * a text of whole lines, or undefined at the end, after which the file begins anew. Between slices it yields undefined.
 */
export type Reading<Result> = Generator<LongFileName | undefined, Result, string | undefined>

/** Hands each part of a file to `take`. A slice ends with each part. */
export function* readFile(name: LongFileName, take: (text: string) => void): Reading<void> {
  for (let text = yield name; text !== undefined; text = yield name) {
    take(text)
    yield undefined
  }
}

/** A computation that reads no file. */
export function* inReading<Result>(slices: Slices<Result>): Reading<Result> {
  while (true) {
    const { done, value } = slices.next()
    if (done === true) return value
    yield undefined
  }
}

/** Runs a reading over files that are in memory. */
export function* overFiles<Result>(reading: Reading<Result>, files: LongFiles): Slices<Result> {
  const starts = new Map<LongFileName, number>()
  let given: string | undefined
  while (true) {
    const { done, value } = reading.next(given)
    if (done === true) return value
    if (value === undefined) {
      given = undefined
      yield
      continue
    }
    const start = starts.get(value) ?? 0
    given = partAt(files[value], start)
    if (given === undefined) starts.delete(value)
    else starts.set(value, start + given.length)
  }
}

/** Some hundred lines are read in a few milliseconds. */
const partLengthMin = 100_000

function partAt(text: string, start: number): string | undefined {
  if (start >= text.length) return undefined
  const end = text.indexOf('\n', start + partLengthMin)
  return text.slice(start, end < 0 ? text.length : end + 1)
}
