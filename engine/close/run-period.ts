import { at } from '../base/at.ts'
import { utf8 } from '../base/bytes.ts'
import { canonicalize } from '../base/canonical.ts'
import { noCurrency } from '../base/currency.ts'
import { type Decimal, formatDecimal } from '../base/decimal.ts'
import type { Sha256 } from '../base/hasher.ts'
import type { Slices } from '../base/slices.ts'
import { noReceipt } from '../log/receipt.ts'
import type { Side } from '../record/side.ts'
import { type Amounts, addTo, decimalOf } from './currency-sums.ts'
import { readEarlier } from './earlier-lines.ts'
import type { FoldedPeriod } from './folded-period.ts'
import type { WantedPart } from './instructed-records.ts'
import { keyOfItem } from './item-name.ts'
import { createOverlap } from './overlap.ts'
import { createLinePace, formatLines } from './period-files.ts'
import type { AsideLine, PlacedRecord } from './period-side.ts'
import type { ReadPeriod } from './read-period.ts'
import { reconcilePeriod } from './reconcile-period.ts'
import { type PeriodSide, readParts } from './side-parts.ts'

type RunInput = Pick<ReadPeriod, 'policy' | 'records' | 'opening' | 'instructions' | 'manifest'>

interface RunText {
  /** The result's canonical lines. */
  readonly text: string
  /** The counted steps that the run took. */
  readonly stepCount: number
}

/**
 * Runs the rules and instructions of a period over its records, but those that are left out. Throws a `WorkLimitError`
 * for more steps than `stepCountMax`.
 */
export function* runInSlices(sha256: Sha256, period: RunInput, stepCountMax?: number): Slices<RunText> {
  const { policy, instructions } = period
  const source = yield* sideOf(sha256, 'source', period)
  const target = yield* sideOf(sha256, 'target', period)
  const { run, outcome } = yield* reconcilePeriod({
    ...{ source, target, policy, instructions, sha256 },
    ...(stepCountMax !== undefined && { stepCountMax }),
  })
  return { text: outcome.chunks.map(({ text }) => text).join(''), stepCount: run.work.stepCount() }
}

function* sideOf(sha256: Sha256, side: Side, period: RunInput): Slices<PeriodSide> {
  const { policy, records, opening, instructions } = period
  const counted = records[side].filter(({ aside }) => aside === undefined)
  const { attributePaths } = policy
  const parts = countedParts(period, side)
  const reader = readParts(sha256, { side, parts, items: opening.items, instructions, attributePaths })
  for (let start = 0; start < counted.length; start += lineCountAtOnce) {
    reader.addBytes(utf8(formatLines(counted.slice(start, start + lineCountAtOnce).map(({ line }) => line))))
    yield
  }
  const read = reader.finish()
  yield
  return read
}

const lineCountAtOnce = 2_000

/** O(records). */
function countedParts(
  { records, manifest }: Pick<RunInput, 'records' | 'manifest'>,
  side: Side,
): readonly WantedPart[] {
  const counts = manifest.parts[side].map(() => 0)
  for (const { part, aside } of records[side]) if (aside === undefined) counts[part] = at(counts, part) + 1
  return manifest.parts[side].map(({ kind, root, count }, part) => ({
    kind,
    whole: { root, count },
    count: at(counts, part),
  }))
}

/** The control totals of the records of a side that take part. O(records). */
export function totalsOfSide(records: readonly PlacedRecord[]): Amounts {
  const sums = new Map<string, Decimal>()
  for (const { aside, record } of records)
    if (aside === undefined) {
      const { amount, net, gross, currency = noCurrency } = record
      addTo(sums, currency, decimalOf(amount ?? net ?? gross ?? '0'))
    }
  return Object.fromEntries(
    [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([currency, sum]) => [currency, formatDecimal(sum)]),
  )
}

/** The records that a run leaves out: those of a later period, those counted before, those withdrawn. O(records). */
export function* setAside(sha256: Sha256, period: AsideInput, folded: FoldedPeriod): Slices<readonly AsideLine[]> {
  const input = { ...period, kept: namesOf(period, folded, 'keep'), withdrawn: namesOf(period, folded, 'withdraw') }
  return [...(yield* asideOf(sha256, 'source', input)), ...(yield* asideOf(sha256, 'target', input))]
}

type AsideInput = Pick<ReadPeriod, 'manifest' | 'records' | 'earlier' | 'decisions'>

interface NamedInput extends AsideInput {
  readonly kept: ReadonlySet<string>
  readonly withdrawn: ReadonlySet<string>
}

function* asideOf(
  sha256: Sha256,
  side: Side,
  { manifest: { period, parts, before }, records, earlier, kept, withdrawn }: NamedInput,
): Slices<readonly AsideLine[]> {
  const overlap = createOverlap(sha256, { period, side, kept, withdrawn })
  const pace = createLinePace()
  for (const line of earlier) {
    const read = readEarlier(line)
    if (read.side === side) overlap.addEarlier(canonicalize(read.record))
    if (pace.endsSlice(1)) yield
  }
  const aside: AsideLine[] = []
  let row = 0
  for (const { kind, root, count } of parts[side]) {
    const lines = records[side].slice(row, row + count).map(({ line }) => line)
    if (kind === 'dataset') {
      overlap.begin({ root, undated: 'counted' })
      for (const line of lines) {
        overlap.addLine(line)
        if (pace.endsSlice(1)) yield
      }
      for (const [index, place] of overlap.end().entries())
        if (place !== 'counted' && place !== 'late') aside.push({ side, row: row + index, place })
      // The items of a later opening are among the records that earlier periods counted.
    } else if (before === noReceipt) for (const line of lines) overlap.addEarlier(line)
    row += count
  }
  return aside
}

/** The records that decisions keep or withdraw, of those that stand. */
function namesOf({ decisions }: AsideInput, folded: FoldedPeriod, kind: 'keep' | 'withdraw'): ReadonlySet<string> {
  const standing = new Set(folded.decisions.flatMap(({ decision, state }) => (state === 'effective' ? [decision] : [])))
  const own = decisions.filter((line) => line.kind === kind && standing.has(line.id))
  return new Set(own.flatMap(({ items = [] }) => items.map(keyOfItem)))
}
