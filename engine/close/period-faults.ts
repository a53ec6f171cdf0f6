import { at } from '../base/at.ts'
import { toHex, utf8 } from '../base/bytes.ts'
import { canonicalize } from '../base/canonical.ts'
import { formatDate } from '../base/date.ts'
import type { Sha256 } from '../base/hasher.ts'
import { linesOf } from '../base/line-splitter.ts'
import { rootOfLines } from '../merkle/frontier.ts'
import { hashOfLine } from '../merkle/tree.ts'
import { type Side, sides } from '../record/side.ts'
import { dayOf } from './ageing.ts'
import type { PeriodFiles } from './period-files.ts'
import { areItems } from './period-side.ts'
import type { PeriodContents } from './read-period.ts'
import { formatSigned, type SignedLine, type SignoffLine } from './signoff.ts'
import { hasWorkedOn } from './signoff-faults.ts'

/** What is wrong with the files of an approved period, as far as no run is needed to see it. */

export interface SignedPeriod {
  readonly files: PeriodFiles
  readonly contents: PeriodContents
  /** The lines of the editions before. */
  readonly earlier: readonly SignedLine[]
  readonly submission: SignoffLine
  readonly approval: SignoffLine
}

/** Records that are not those of the parts which the manifest names, in their order. */
export function partsFault(
  sha256: Sha256,
  { files, contents: { manifest, opening } }: SignedPeriod,
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
export function resultFault(sha256: Sha256, { files, contents }: SignedPeriod): string | undefined {
  const { manifest, instructions } = contents
  const lines = linesOf(files['instructions.ndjson'])
  const header = {
    engine: manifest.engine,
    kind: 'tallystick/result@1',
    policy: toHex(sha256(utf8(files['rules.json']))),
    source: headerSide(sha256, 'source', { files, contents }),
    target: headerSide(sha256, 'target', { files, contents }),
    ...(instructions.length > 0 && { instructions: rootOfLines(sha256, lines) }),
  }
  const [first] = linesOf(files['result.ndjson'])
  return first === canonicalize(header)
    ? undefined
    : 'The result was made of other rules, records, parts or instructions.'
}

function headerSide(sha256: Sha256, side: Side, { files, contents }: Pick<SignedPeriod, 'files' | 'contents'>) {
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

/** Decisions that are not those of the keys that signed them, and notes that are missing. */
export function decisionsFault(
  sha256: Sha256,
  { files, contents }: Pick<SignedPeriod, 'files' | 'contents'>,
): string | undefined {
  const { decisions, signed, notes, manifest } = contents
  const lines = linesOf(files['decisions.ndjson'])
  let done = 0
  for (const batch of signed) {
    if (batch.period !== manifest.period.name) return `A line of signoffs.ndjson is of the period ${batch.period}.`
    if (batch.kind !== 'tallystick/decisions@1') continue
    if (batch.count <= done || batch.count > lines.length) return `There is no batch up to decision ${batch.count}.`
    if (rootOfLines(sha256, lines.slice(0, batch.count)) !== batch.root)
      return `The decisions up to number ${batch.count} are not those that were signed.`
    const other = decisions.slice(done, batch.count).find(({ actor }) => actor !== batch.key)
    if (other !== undefined) return `The decision ${other.id} is not signed by the key that it names.`
    // A batch that was taken away leaves its decisions to the next one.
    const late = decisions.slice(done, batch.count).find(({ time }) => time !== batch.time)
    if (late !== undefined) return `The batch of the decision ${late.id} is missing.`
    done = batch.count
  }
  if (done < lines.length) return `The decision ${at(decisions, done).id} is signed by nobody.`
  const silent = decisions.find(({ note }) => note !== undefined && !notes.has(note))
  return silent === undefined ? undefined : `The note of the decision ${silent.id} is missing.`
}

/** A period that does not continue the one before, or is not continued by the next. */
export function beforeFault(sha256: Sha256, signed: SignedPeriod): string | undefined {
  const { manifest, opening } = signed.contents
  const { period, next, parts } = manifest
  const loose = chainFault(sha256, signed)
  if (loose !== undefined) return loose
  if (opening.header.period !== period.name) return 'The opening is of another period.'
  if (period.first > period.last || next.first > next.last) return 'A period ends before it begins.'
  if (next.first !== formatDate(dayOf(period.last) + 1)) return 'The next period does not begin on the day after.'
  const beginsOnce = (side: Side): boolean =>
    parts[side].length > 0 && parts[side].every(({ kind }, index) => (kind === 'opening') === (index === 0))
  return sides.every(beginsOnce) ? undefined : 'A side does not begin with one opening.'
}

/** The first submission follows the period before; each later step the one before it. */
function chainFault(sha256: Sha256, { contents, earlier, submission }: SignedPeriod): string | undefined {
  const steps = [...earlier.filter((line) => line.kind !== 'tallystick/decisions@1'), submission]
  let followed = contents.manifest.before
  for (const [index, step] of steps.entries()) {
    if (step.follows !== followed)
      return index === 0 ? 'The submission follows another period.' : 'An edition does not follow the one before.'
    followed = hashOfLine(sha256, formatSigned(step))
  }
  return undefined
}

export function approvalFault(sha256: Sha256, { contents, submission, approval }: SignedPeriod): string | undefined {
  if (approval.follows !== hashOfLine(sha256, formatSigned(submission))) return 'Another submission was approved.'
  if (canonicalize(approval.state) !== canonicalize(submission.state)) return 'Other files were approved.'
  if (approval.key === submission.key) return 'The key that submitted the period approved it.'
  return hasWorkedOn(contents, approval.key) ? 'A key that decided or typed balances approved the period.' : undefined
}
