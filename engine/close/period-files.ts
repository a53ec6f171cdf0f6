import { linesOf } from '../base/line-splitter.ts'
import { cutOff } from '../base/one-line.ts'
import { type Parsed, parsed, refused } from '../base/parsed.ts'
import { createPace, finish, type Pace, type Slices, uninterrupted } from '../base/slices.ts'

import type { LongFileName } from './reading.ts'

/**
 * The files of a period, as they lie in a folder and in its pack: what was handed on, read, decided and signed. Whatever
 * else is said of the period is computed from them.
 */
export const periodFileNames = [
  'manifest.json',
  'rules.json',
  'opening.ndjson',
  'earlier.ndjson',
  'source.ndjson',
  'target.ndjson',
  'aside.ndjson',
  'instructions.ndjson',
  'result.ndjson',
  'decisions.ndjson',
  'notes.ndjson',
  'balances.json',
  'signoffs.ndjson',
] as const
export type PeriodFileName = (typeof periodFileNames)[number]

export type PeriodFiles = { readonly [name in PeriodFileName]: string }

/** Those that may be in memory however many records a period has. */
export type ShortFiles = Omit<PeriodFiles, LongFileName>

export const formatLines = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')

/** Reads each line. Refuses the first line that is refused, by its number. O(lines). */
export const parseLines = <Value>(text: string, parseLine: LineParser<Value>): Parsed<readonly Value[]> =>
  finish(parseInSlices(text, parseLine, uninterrupted))

/** As `parseLines`, in slices. */
export function* parseInSlices<Value>(
  text: string,
  parseLine: LineParser<Value>,
  pace: Pace,
): Slices<Parsed<readonly Value[]>> {
  if (text !== '' && !text.endsWith('\n')) return refused(cutOff)
  const values: Value[] = []
  for (const [index, line] of linesOf(text).entries()) {
    const read = parseLine(line)
    if (!read.ok) return refused(`line ${index + 1}: ${read.detail}`)
    values.push(read.value)
    if (pace.endsSlice(1)) yield
  }
  return parsed(values)
}

type LineParser<Value> = (line: string) => Parsed<Value>

/** A slice of the files of a period takes a few milliseconds. */
export const createLinePace = (): Pace => createPace(500)
