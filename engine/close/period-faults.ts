import { toHex, utf8 } from '../base/bytes.ts'
import { canonicalize } from '../base/canonical.ts'
import { formatDate } from '../base/date.ts'
import type { Sha256 } from '../base/hasher.ts'
import { linesOf } from '../base/line-splitter.ts'
import { rootOfLines } from '../merkle/frontier.ts'
import { type Side, sides } from '../record/side.ts'
import { dayOf } from './ageing.ts'
import type { OpeningItem } from './opening.ts'
import type { PeriodFiles } from './period-files.ts'
import type { PeriodContents } from './read-period.ts'

/** What is wrong with the files of an approved period, as far as no run is needed to see it. */

export interface PeriodToCheck {
  readonly files: PeriodFiles
  readonly contents: PeriodContents
}

/** Records that are not those of the parts which the manifest names, in their order. */
export function partsFault(
  sha256: Sha256,
  { files, contents: { manifest, opening } }: PeriodToCheck,
): string | undefined {
  for (const side of sides) {
    const text = files[`${side}.ndjson`]
    if (text !== '' && !text.endsWith('\n')) return `The last record of the ${side} is cut off.`
    const lines = linesOf(text)
    let row = 0
    for (const [index, { kind, root, count }] of manifest.parts[side].entries()) {
      const own = lines.slice(row, row + count)
      if (own.length !== count || rootOfLines(sha256, own) !== root)
        return `Part ${index + 1} of the ${side} has other records than those of its root.`
      const items = opening.items.filter((item) => item.side === side)
      if (kind === 'opening' && !areItems(own, items)) return `The ${side} begins with other records than the opening.`
      row += count
    }
    if (row < lines.length) return `The ${side} has records of no part.`
  }
  return undefined
}

/** A result that does not name these rules, records, parts and instructions. */
export function resultFault(sha256: Sha256, period: PeriodToCheck): string | undefined {
  const [first] = linesOf(period.files['result.ndjson'])
  return first === canonicalize(headerOf(sha256, period))
    ? undefined
    : 'The result was made of other rules, records, parts or instructions.'
}

/** The first line of a result that was made of these files. */
export function headerOf(sha256: Sha256, { files, contents }: PeriodToCheck) {
  const { manifest, instructions } = contents
  const lines = linesOf(files['instructions.ndjson'])
  return {
    engine: manifest.engine,
    kind: 'tallystick/result@1',
    policy: toHex(sha256(utf8(files['rules.json']))),
    source: headerSide(sha256, 'source', { files, contents }),
    target: headerSide(sha256, 'target', { files, contents }),
    ...(instructions.length > 0 && { instructions: rootOfLines(sha256, lines) }),
  }
}

function headerSide(sha256: Sha256, side: Side, { files, contents }: PeriodToCheck) {
  const { manifest, aside } = contents
  const left = new Set(aside.flatMap((line) => (line.side === side ? [line.row] : [])))
  const lines = linesOf(files[`${side}.ndjson`])
  let end = 0
  const parts = manifest.parts[side].map(({ kind, root, count }) => {
    const first = end
    end += count
    const own = lines.slice(first, end).filter((_, index) => !left.has(first + index))
    if (own.length === count) return { kind, root, count }
    return { kind, root: rootOfLines(sha256, own), count: own.length, whole: { root, count } }
  })
  const own = lines.filter((_, row) => !left.has(row))
  return { count: own.length, parts, root: rootOfLines(sha256, own) }
}

/** A decision whose note is missing. */
export function notesFault({ decisions, notes }: PeriodContents): string | undefined {
  const silent = decisions.find(({ note }) => note !== undefined && !notes.has(note))
  return silent === undefined ? undefined : `The note of the decision ${silent.id} is missing.`
}

/** An opening of another period, a side that does not begin with it, and a next period that leaves a gap. */
export function openingFault({ manifest, opening }: PeriodContents): string | undefined {
  const { period, next, parts } = manifest
  if (opening.header.period !== period.name) return 'The opening is of another period.'
  if (period.first > period.last || next.first > next.last) return 'A period ends before it begins.'
  if (next.first !== formatDate(dayOf(period.last) + 1)) return 'The next period does not begin on the day after.'
  const beginsOnce = (side: Side): boolean =>
    parts[side].length > 0 && parts[side].every(({ kind }, index) => (kind === 'opening') === (index === 0))
  return sides.every(beginsOnce) ? undefined : 'A side does not begin with one opening.'
}

const areItems = (lines: readonly string[], items: readonly OpeningItem[]): boolean =>
  lines.length === items.length && items.every(({ record }, index) => canonicalize(record) === lines[index])
