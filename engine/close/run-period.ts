import { at } from '../base/at.ts'
import { utf8 } from '../base/bytes.ts'
import { canonicalize } from '../base/canonical.ts'
import type { Sha256 } from '../base/hasher.ts'
import { linesOf } from '../base/line-splitter.ts'
import { noReceipt } from '../log/receipt.ts'
import type { Side } from '../record/side.ts'
import { readEarlier } from './earlier-lines.ts'
import type { FoldedPeriod } from './folded-period.ts'
import type { WantedPart } from './instructed-records.ts'
import { keyOfItem } from './item-name.ts'
import { createOverlap } from './overlap.ts'
import { createLinePace, formatLines } from './period-files.ts'
import type { ReadPart } from './period-manifest.ts'
import type { AsideLine } from './period-side.ts'
import type { ReadPeriod } from './read-period.ts'
import { inReading, type Reading, readFile } from './reading.ts'
import { reconcilePeriod } from './reconcile-period.ts'
import { readSideLines } from './side-lines.ts'
import { type PeriodSide, readParts } from './side-parts.ts'
import { rowsLeftOut } from './wanted-lines.ts'

type RunInput = Pick<ReadPeriod, 'policy' | 'opening' | 'instructions' | 'aside' | 'manifest'>

export interface RunResult {
  /** The result's canonical lines. */
  readonly texts: readonly string[]
  readonly root: string
  /** The counted steps that the run took. */
  readonly stepCount: number
}

interface RunBounds {
  readonly stepCountMax?: number | undefined
  /** Called with how many records are open. Throws where those are too many. */
  readonly onOpen: (recordCount: number) => void
}

/**
 * Runs the rules and instructions of a period over its records, but those that are left out. Throws a `WorkLimitError`
 * for more steps than `stepCountMax`.
 */
export function* runReading(sha256: Sha256, period: RunInput, { stepCountMax, onOpen }: RunBounds): Reading<RunResult> {
  const { policy, instructions } = period
  const source = yield* sideOf(sha256, 'source', period)
  const target = yield* sideOf(sha256, 'target', period)
  const texts: string[] = []
  const takeChunk = ({ text }: { readonly text: string }) => texts.push(text) > 0
  const { run, outcome } = yield* inReading(
    reconcilePeriod({
      ...{ source, target, policy, instructions, sha256, takeChunk, onOpen },
      ...(stepCountMax !== undefined && { stepCountMax }),
    }),
  )
  return { texts, root: outcome.resultRoot, stepCount: run.work.stepCount() }
}

function* sideOf(sha256: Sha256, side: Side, period: RunInput): Reading<PeriodSide> {
  const { policy, opening, instructions, manifest, aside } = period
  const { attributePaths } = policy
  const left = rowsLeftOut(aside, side)
  const parts = countedParts(manifest.parts[side], left)
  const reader = readParts(sha256, { side, parts, items: opening.items, instructions, attributePaths })
  let row = 0
  yield* readFile(`${side}.ndjson`, (text) => {
    const lines = linesOf(text)
    const taking = left.size === 0 ? lines : lines.filter((_, index) => !left.has(row + index))
    row += lines.length
    reader.addBytes(utf8(formatLines(taking)))
  })
  return reader.finish()
}

/** The parts of a side as its run reads them. O(rows that are left out · parts). */
export function countedParts(parts: readonly ReadPart[], left: ReadonlySet<number>): readonly WantedPart[] {
  let end = 0
  return parts.map(({ kind, root, count }) => {
    const first = end
    end += count
    const leftCount = [...left].filter((row) => row >= first && row < first + count).length
    return { kind, whole: { root, count }, count: count - leftCount }
  })
}

/** The records that a run leaves out: those of a later period, those counted before, those withdrawn. O(records). */
export function* setAside(sha256: Sha256, period: AsideInput): Reading<readonly AsideLine[]> {
  return [...(yield* asideOf(sha256, 'source', period)), ...(yield* asideOf(sha256, 'target', period))]
}

type AsideInput = Pick<ReadPeriod, 'manifest' | 'earlier'> & AsideNames

/** The records that standing decisions keep or withdraw, by `keyOfItem`. */
export interface AsideNames {
  readonly kept: ReadonlySet<string>
  readonly withdrawn: ReadonlySet<string>
}

type Decided = Pick<ReadPeriod, 'decisions'>

export function asideNamesOf(period: Decided, folded: FoldedPeriod): AsideNames {
  const kept = namesOf(period, folded, 'keep')
  // An item that was handed on counts already; a line that repeats it has its name where the same file is read again.
  for (const { name, part } of kept.size === 0 ? [] : folded.items) if (part === 'opening') kept.delete(keyOfItem(name))
  return { kept, withdrawn: namesOf(period, folded, 'withdraw') }
}

export const areSameNames = (left: AsideNames, right: AsideNames): boolean =>
  areEqual(left.kept, right.kept) && areEqual(left.withdrawn, right.withdrawn)

const areEqual = (left: ReadonlySet<string>, right: ReadonlySet<string>): boolean =>
  left.size === right.size && [...left].every((name) => right.has(name))

function* asideOf(
  sha256: Sha256,
  side: Side,
  { manifest: { period, parts, before }, earlier, kept, withdrawn }: AsideInput,
): Reading<readonly AsideLine[]> {
  const overlap = createOverlap(sha256, { period, side, kept, withdrawn })
  const pace = createLinePace()
  for (const line of earlier) {
    const read = readEarlier(line)
    if (read.side === side) overlap.addEarlier(canonicalize(read.record))
    if (pace.endsSlice(1)) yield undefined
  }
  const aside: AsideLine[] = []
  const isDataset = (part: number): boolean => parts[side][part]?.kind === 'dataset'
  let [begun, first] = [-1, 0]
  yield* readSideLines(side, parts[side], {
    takeLine(line, { part, row }) {
      if (!isDataset(part)) {
        // The items of a later opening are among the records that earlier periods counted.
        if (before === noReceipt) overlap.addEarlier(line)
        return
      }
      if (begun !== part) overlap.begin({ root: at(parts[side], part).root, undated: 'counted' })
      if (begun !== part) [begun, first] = [part, row]
      overlap.addLine(line)
    },
    endPart(part) {
      if (begun !== part) return
      for (const [index, place] of overlap.end().entries())
        if (place !== 'counted' && place !== 'late') aside.push({ side, row: first + index, place })
    },
  })
  return aside
}

function namesOf({ decisions }: Decided, folded: FoldedPeriod, kind: 'keep' | 'withdraw'): Set<string> {
  const standing = new Set(folded.decisions.flatMap(({ decision, state }) => (state === 'effective' ? [decision] : [])))
  const own = decisions.filter((line) => line.kind === kind && standing.has(line.id))
  return new Set(own.flatMap(({ items = [] }) => items.map(keyOfItem)))
}
