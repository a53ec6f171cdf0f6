import { utf8 } from '../base/bytes.ts'
import { canonicalize } from '../base/canonical.ts'
import type { Sha256 } from '../base/hasher.ts'
import type { Slices } from '../base/slices.ts'
import { noReceipt } from '../log/receipt.ts'
import { type Side, sides } from '../record/side.ts'
import { createTableBuilder } from '../record/table-builder.ts'
import type { FoldedPeriod } from './folded-period.ts'
import { keyOfItem } from './item-name.ts'
import { createOverlap } from './overlap.ts'
import { formatLines } from './period-files.ts'
import type { AsideLine } from './period-side.ts'
import type { ReadPeriod } from './read-period.ts'
import { type PeriodSide, reconcilePeriod } from './reconcile-period.ts'
import { createSideParts } from './side-parts.ts'

type RunInput = Pick<ReadPeriod, 'policy' | 'records' | 'opening' | 'instructions' | 'manifest'>

/**
 * Runs the rules and instructions of a period over its records, but those that are left out. The result's canonical
 * lines.
 */
export function* runInSlices(sha256: Sha256, period: RunInput): Slices<string> {
  const { policy, instructions } = period
  const [source, target] = [sideOf(sha256, 'source', period), sideOf(sha256, 'target', period)]
  const { outcome } = yield* reconcilePeriod({ source, target, policy, instructions, sha256 })
  return outcome.chunks.map(({ text }) => text).join('')
}

function sideOf(sha256: Sha256, side: Side, period: RunInput): PeriodSide {
  const { policy, records, opening, instructions, manifest } = period
  const parts = createSideParts(sha256, { side, instructions })
  const builder = createTableBuilder(policy.attributePaths)
  const rows = new Map<number, number>()
  for (const [row, { line, aside }] of records[side].entries())
    if (aside === undefined) {
      rows.set(row, rows.size)
      builder.addLines(`${line}\n`)
    }
  for (const [part, { kind }] of manifest.parts[side].entries()) {
    const lines = records[side].filter((record) => record.part === part).map(({ line }) => line)
    if (kind === 'dataset') parts.beginDataset()
    if (kind === 'dataset') parts.addLines(utf8(formatLines(lines)))
    else parts.addItems(kind, opening.items)
  }
  const all = parts.finish()
  // The root is over all lines, and the run counts those that take part.
  const named = all.named.flatMap((each) => {
    const row = rows.get(each.row)
    return row === undefined ? [] : [{ ...each, row }]
  })
  return { table: builder.finish(), parts: { ...all, count: rows.size, named } }
}

/** The records that a run leaves out: those of a later period, those counted before, those withdrawn. O(records). */
export function setAside(sha256: Sha256, period: AsideInput, folded: FoldedPeriod | undefined): readonly AsideLine[] {
  const input = { ...period, kept: namesOf(period, folded, 'keep'), withdrawn: namesOf(period, folded, 'withdraw') }
  return sides.flatMap((side) => asideOf(sha256, side, input))
}

type AsideInput = Pick<ReadPeriod, 'manifest' | 'records' | 'earlier' | 'decisions'>

interface NamedInput extends AsideInput {
  readonly kept: ReadonlySet<string>
  readonly withdrawn: ReadonlySet<string>
}

function asideOf(
  sha256: Sha256,
  side: Side,
  { manifest: { period, parts, before }, records, earlier, kept, withdrawn }: NamedInput,
): readonly AsideLine[] {
  const overlap = createOverlap(sha256, { period, side, kept, withdrawn })
  for (const line of earlier) if (line.side === side) overlap.addEarlier(canonicalize(line.record))
  const aside: AsideLine[] = []
  let row = 0
  for (const { kind, root, count } of parts[side]) {
    const lines = records[side].slice(row, row + count).map(({ line }) => line)
    if (kind === 'dataset') {
      overlap.begin({ root, undated: 'counted' })
      for (const line of lines) overlap.addLine(line)
      for (const [index, place] of overlap.end().entries())
        if (place !== 'counted' && place !== 'late') aside.push({ side, row: row + index, place })
      // The items of a later opening are among the records that earlier periods counted.
    } else if (before === noReceipt) for (const line of lines) overlap.addEarlier(line)
    row += count
  }
  return aside
}

/** The records that decisions keep or withdraw, of those that stand. */
function namesOf(
  { decisions }: AsideInput,
  folded: FoldedPeriod | undefined,
  kind: 'keep' | 'withdraw',
): ReadonlySet<string> {
  const standing = new Set(
    folded?.decisions.flatMap(({ decision, state }) => (state === 'effective' ? [decision] : [])),
  )
  const own = decisions.filter((line) => line.kind === kind && standing.has(line.id))
  return new Set(own.flatMap(({ items = [] }) => items.map(keyOfItem)))
}
