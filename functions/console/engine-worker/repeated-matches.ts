import type { RecordLine } from '@tallystick/audit/report/shown-record'
import type { LinePlace } from './line-detail-types.ts'
import { idOfText, linesOfView, type RunBook } from './run-book.ts'

const matchCountMax = 5
/** Lines between pauses: a few milliseconds. */
const restLineCount = 1_000

export interface NamedMatch {
  readonly id: string
  readonly place: LinePlace
}

/**
 * The first matches that a duplicate repeats. Ids of lines are hashes without an index: lines are hashed until all are
 * found, some µs each.
 */
export async function repeatedMatches(
  book: RunBook,
  line: RecordLine,
  rest: () => Promise<void>,
): Promise<readonly NamedMatch[]> {
  const wanted = new Set(line.kind === 'break' ? line.repeats?.slice(0, matchCountMax) : [])
  const found: NamedMatch[] = []
  const { count, textAt } = linesOfView(book, 'matches')
  for (let position = 0; position < count && found.length < wanted.size; position++) {
    if (position % restLineCount === restLineCount - 1) await rest()
    const id = idOfText(book, textAt(position), 'match')
    if (wanted.has(id)) found.push({ id, place: { view: 'matches', position } })
  }
  return found
}
