import type { RecordLine } from '@tallystick/audit/report/shown-record'
import type { LinePlace } from './line-detail-types.ts'
import { idOfText, linesOfView, type OpenRun } from './open-run-lines.ts'

const matchCountMax = 5
/** Lines between two pauses: a few milliseconds of work. */
const pauseLineCount = 1_000

interface NamedMatch {
  readonly id: string
  readonly place: LinePlace
}

/**
 * The first matches that a duplicate repeats. The id of a line is a hash that no index has, so lines are hashed until
 * all matches are found, some µs each.
 */
export async function repeatedMatches(
  openRun: OpenRun,
  line: RecordLine,
  pause: () => Promise<void>,
): Promise<readonly NamedMatch[]> {
  const wanted = new Set(line.kind === 'break' ? line.repeats?.slice(0, matchCountMax) : [])
  const found: NamedMatch[] = []
  const { count, textAt } = linesOfView(openRun, 'matches')
  for (let position = 0; position < count && found.length < wanted.size; position++) {
    if (position % pauseLineCount === pauseLineCount - 1) await pause()
    const id = idOfText(openRun, textAt(position), 'match')
    if (wanted.has(id)) found.push({ id, place: { view: 'matches', position } })
  }
  return found
}
