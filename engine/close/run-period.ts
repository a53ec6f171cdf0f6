import { canonicalize } from '../base/canonical.ts'
import type { Sha256 } from '../base/hasher.ts'
import { noReceipt } from '../log/receipt.ts'
import { rootOfLines } from '../merkle/frontier.ts'
import { reconcile } from '../reconcile.ts'
import { type Side, sides } from '../record/side.ts'
import type { Table } from '../record/table.ts'
import { createTableBuilder } from '../record/table-builder.ts'
import type { CompiledPolicy } from '../rules/compiled-policy.ts'
import type { FoldedPeriod } from './folded-period.ts'
import { keyOfItem } from './item-name.ts'
import { createOverlap } from './overlap.ts'
import type { AsideLine, PlacedRecord } from './period-side.ts'
import type { ReadPeriod } from './read-period.ts'

/** Runs the rules of a period over its records, but those that are left out. The result's canonical lines. */
export function runPeriod(sha256: Sha256, { policy, records }: Pick<ReadPeriod, 'policy' | 'records'>): string {
  const { chunks } = reconcile({
    source: { table: tableOf(records.source, policy), root: rootOf(sha256, records.source) },
    target: { table: tableOf(records.target, policy), root: rootOf(sha256, records.target) },
    policy,
    sha256,
  })
  return chunks.map(({ text }) => text).join('')
}

const rootOf = (sha256: Sha256, records: readonly PlacedRecord[]): string =>
  rootOfLines(
    sha256,
    records.map(({ line }) => line),
  )

function tableOf(records: readonly PlacedRecord[], { attributePaths }: CompiledPolicy): Table {
  const builder = createTableBuilder(attributePaths)
  for (const { line, record, shownId, aside } of records)
    if (aside === undefined)
      builder.addLines(`${record.id === shownId ? line : canonicalize({ ...record, id: shownId })}\n`)
  return builder.finish()
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
