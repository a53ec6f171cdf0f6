import { canonicalize } from '../base/canonical.ts'
import type { Sha256 } from '../base/hasher.ts'
import { linesOf } from '../base/line-splitter.ts'
import { engineVersion } from '../base/version.ts'
import { noReceipt } from '../log/receipt.ts'
import { rootOfLines } from '../merkle/frontier.ts'
import type { CanonicalRecord } from '../record/record.ts'
import { type BySide, type Side, sides } from '../record/side.ts'
import { canonicalPolicy } from '../rules/canonical-policy.ts'
import type { CompiledPolicy } from '../rules/compiled-policy.ts'
import { countedOf } from './counted-lines.ts'
import type { Amounts } from './currency-sums.ts'
import { isComparedFrom, readEarlier } from './earlier-lines.ts'
import { formatInstruction } from './instruction.ts'
import { dateOf } from './item.ts'
import { openingLines } from './next-opening.ts'
import type { OpeningItem } from './opening.ts'
import { formatBalances, noBalances } from './period-balances.ts'
import { dayBefore, followingPeriod } from './period-calendar.ts'
import { formatLines, type PeriodFiles } from './period-files.ts'
import { formatPeriodManifest, type PeriodManifest, type ReadPart } from './period-manifest.ts'
import type { ClosedPeriod } from './period-state.ts'
import type { Period } from './period-terms.ts'
import type { ReadPeriod } from './read-period.ts'

/** What a first period begins with. */
export interface FirstPeriod extends KeptTerms {
  readonly period: Period
  readonly policy: CompiledPolicy
  readonly balances: { readonly source: Amounts; readonly target: Amounts }
  /** The records that are open from before, with the name of the file of each side. */
  readonly open: BySide<{ readonly file: string; readonly lines: readonly string[] }>
}

/** What one period takes over from the other. */
type KeptTerms = Pick<PeriodManifest, 'statement' | 'approvalAbove' | 'materiality' | 'mapping'>

/** The files of a first period: its opening is what somebody says of the time before. O(items). */
export function beginFirst(sha256: Sha256, { period, policy, balances, open, ...terms }: FirstPeriod): PeriodFiles {
  const none = { source: {}, target: {} }
  const items = sides.flatMap((side) => oldItems(sha256, side, { lines: open[side].lines, period }))
  return beginPeriod(sha256, {
    ...{ terms, period, before: noReceipt, rules: canonicalPolicy(policy) },
    opening: {
      header: { kind: 'tallystick/opening@1', period: period.name, balances, excluded: none, exchanged: {} },
      items,
    },
  })
}

/** An old item has the root of all old items of its side as its part. Undated ones are of the day before the period. */
function oldItems(
  sha256: Sha256,
  side: Side,
  { lines, period }: { readonly lines: readonly string[]; readonly period: Period },
): readonly OpeningItem[] {
  const part = rootOfLines(sha256, lines)
  const before = dayBefore(period.first)
  return lines.map((line) => {
    const record: CanonicalRecord = JSON.parse(line)
    const firstSeen = { period: 'before', date: dateOf(record) ?? before }
    return { kind: 'tallystick/opening-item@1', side, part, record, firstSeen, state: 'undecided' }
  })
}

/** The files of the period after an approved one: its opening, its rules, and its files that reach beyond its end. */
export function beginNext(sha256: Sha256, { period: last, proven, approval }: ClosedPeriod): PeriodFiles {
  const { manifest } = last
  const begun = beginAfter(sha256, last, {
    terms: manifest,
    period: manifest.next,
    before: approval,
    rules: canonicalPolicy(last.policy),
    opening: proven.opening,
  })
  const isCompared = isComparedFrom(manifest.next.first)
  const earlier = [...last.earlier, ...countedLines(last)].filter((line) => isCompared(readEarlier(line)))
  const carried = sides.flatMap((side) => reachingOn(last, side).map((dataset) => ({ side, ...dataset })))
  return carried.reduce((all, { side, ...dataset }) => addDataset(sha256, all, { side, ...dataset }), {
    ...begun,
    'earlier.ndjson': formatLines(earlier),
  })
}

/**
 * The files of a period that follows another, with the pairs that the other keeps apart. Without datasets, and without
 * the records of earlier periods: see `countedLines`.
 */
export function beginAfter(sha256: Sha256, last: ReadPeriod, begun: BegunPeriod): PeriodFiles {
  return {
    ...beginPeriod(sha256, begun),
    'instructions.ndjson': formatLines(
      last.instructions.flatMap((line) => ('apart' in line ? [formatInstruction(line)] : [])),
    ),
  }
}

/** What a period adds to the lines with which those after it are compared. O(records). */
const countedLines = (last: ReadPeriod): readonly string[] =>
  sides.flatMap((side) => countedOf(last, side).take(last.records[side].map(({ line }) => line)))

/** The datasets with records that wait for a later period. */
const reachingOn = ({ manifest, records }: ReadPeriod, side: Side): readonly Omit<AddedDataset, 'side'>[] =>
  manifest.parts[side].flatMap(({ file }, part) => {
    const own = records[side].filter((record) => record.part === part)
    return own.some(({ aside }) => aside === 'later') ? [{ file, lines: own.map(({ line }) => line) }] : []
  })

export interface BegunPeriod {
  readonly terms: KeptTerms
  readonly period: Period
  readonly before: string
  readonly rules: string
  readonly opening: ClosedPeriod['proven']['opening']
}

/** The files of a period that has read nothing but its opening. O(items). */
export function beginPeriod(sha256: Sha256, { terms, period, before, rules, opening }: BegunPeriod): PeriodFiles {
  const linesOfSide = (side: Side): readonly string[] =>
    opening.items.filter((item) => item.side === side).map(({ record }) => canonicalize(record))
  const [source, target] = [linesOfSide('source'), linesOfSide('target')]
  const part = (lines: readonly string[]): ReadPart => ({
    kind: 'opening',
    root: rootOfLines(sha256, lines),
    count: lines.length,
    file: '',
  })
  const parts = { source: [part(source)], target: [part(target)] }
  const manifest = periodManifest({ terms, period, before, engine: engineVersion, parts })
  return {
    'manifest.json': formatPeriodManifest(manifest),
    'rules.json': rules,
    'opening.ndjson': formatLines(openingLines(opening)),
    'earlier.ndjson': '',
    'source.ndjson': formatLines(source),
    'target.ndjson': formatLines(target),
    'aside.ndjson': '',
    'instructions.ndjson': '',
    'result.ndjson': '',
    'decisions.ndjson': '',
    'notes.ndjson': '',
    'balances.json': formatBalances(noBalances),
    'signoffs.ndjson': '',
  }
}

interface ManifestInput
  extends Pick<BegunPeriod, 'terms' | 'period' | 'before'>,
    Pick<PeriodManifest, 'engine' | 'parts'> {}

/** The manifest of a period, with the one that follows by its days. */
export function periodManifest({ terms, period, ...others }: ManifestInput): PeriodManifest {
  const { statement, approvalAbove, materiality, mapping } = terms
  return {
    ...{ kind: 'tallystick/period@1', statement, approvalAbove, materiality, ...(mapping && { mapping }) },
    ...{ period: { ...period }, next: { ...followingPeriod(period) } },
    ...others,
  }
}

interface AddedDataset {
  readonly side: Side
  readonly file: string
  readonly lines: readonly string[]
}

/** Adds the records of a file to its side. Requires files that `readPeriod` reads. O(bytes). */
export function addDataset(sha256: Sha256, files: PeriodFiles, { side, file, lines }: AddedDataset): PeriodFiles {
  const root = rootOfLines(sha256, lines)
  const name = `${side}.ndjson` as const
  return {
    ...addPart(files, side, { kind: 'dataset', root, count: lines.length, file }),
    [name]: formatLines([...linesOf(files[name]), ...lines]),
  }
}

/** Adds to the manifest what a side is read from, too. */
export function addPart<Files extends Pick<PeriodFiles, 'manifest.json'>>(
  files: Files,
  side: Side,
  part: ReadPart,
): Files {
  const manifest: PeriodManifest = JSON.parse(files['manifest.json'])
  const parts = { ...manifest.parts, [side]: [...manifest.parts[side], part] }
  return { ...files, 'manifest.json': formatPeriodManifest({ ...manifest, parts }) }
}

/** Keeps the mapping with which files are read. Requires files that `readPeriod` reads. */
export function keepMapping(files: PeriodFiles, mapping: PeriodManifest['mapping']): PeriodFiles {
  const manifest: PeriodManifest = JSON.parse(files['manifest.json'])
  return { ...files, 'manifest.json': formatPeriodManifest({ ...manifest, ...(mapping && { mapping }) }) }
}
