import { canonicalize } from '../base/canonical.ts'
import type { Sha256 } from '../base/hasher.ts'
import { type Parsed, parsed } from '../base/parsed.ts'
import { finish, type Slices } from '../base/slices.ts'
import { engineVersion } from '../base/version.ts'
import { sides } from '../record/side.ts'
import { foldInSlices } from './fold-files.ts'
import type { FoldedPeriod } from './folded-period.ts'
import { formatInstruction } from './instruction.ts'
import { type ItemLimit, requireItems } from './item-limit.ts'
import { formatLines, type PeriodFiles, type ShortFiles } from './period-files.ts'
import { formatPeriodManifest, type PeriodManifest } from './period-manifest.ts'
import { resultIn } from './period-result.ts'
import { type ReadPeriod, readingOf } from './read-period.ts'
import { inReading, overFiles, type Reading } from './reading.ts'
import { type HeldLines, type RecordLines, readRecordLines } from './record-lines.ts'
import { type AsideNames, areSameNames, asideNamesOf, type RunResult, runReading, setAside } from './run-period.ts'

export interface SettledPeriod {
  readonly files: PeriodFiles
  readonly period: ReadPeriod
  readonly folded: FoldedPeriod
}

/**
 * Runs a period until its run does what its decisions ask, and they are what the run leaves them to ask. Equal files
 * give equal files, so that a second call changes nothing. Costs a run or two.
 */
export const settlePeriod = (sha256: Sha256, files: PeriodFiles): Parsed<SettledPeriod> =>
  finish(settleInSlices(sha256, files))

/** As `settlePeriod`, in slices. Throws a `WorkLimitError` where its runs take more counted steps than `stepCountMax`. */
export function* settleInSlices(
  sha256: Sha256,
  files: PeriodFiles,
  stepCountMax?: number,
): Slices<Parsed<SettledPeriod>> {
  const settled = yield* overFiles(settling(sha256, files, { held: 'all', stepCountMax }), files)
  if (!settled.ok) return settled
  const { asked, result, period, folded } = settled.value
  return parsed({ files: { ...files, ...asked, 'result.ndjson': result.texts.join('') }, period, folded })
}

/** A period without the files that have a line for each record. */
export interface Settling extends Omit<SettledPeriod, 'files'> {
  /** The files that the run changes. */
  readonly asked: AskedFiles & Pick<PeriodFiles, 'manifest.json'>
  readonly result: RunResult
}

/** The files that say what decisions ask of a run. */
type AskedFiles = Pick<PeriodFiles, 'aside.ndjson' | 'instructions.ndjson'>

interface SettlingOptions {
  readonly held: HeldLines
  readonly stepCountMax?: number | undefined
  /** The most records of those that it holds, for a period of `recordCount` in all. */
  readonly itemLimitOf?: (recordCount: number) => ItemLimit
}

/**
 * As `settlePeriod`, without holding the files that have a line for each record. Throws a `WorkLimitError` for more steps
 * than `stepCountMax`, and an `ItemLimitError` for more records than it may hold.
 */
export function* settling(
  sha256: Sha256,
  files: ShortFiles,
  { held, stepCountMax, itemLimitOf }: SettlingOptions,
): Reading<Parsed<Settling>> {
  const begun = yield* readAsked(sha256, files)
  if (!begun.ok) return begun
  const limit = itemLimitOf?.(recordCountOf(begun.value.contents.manifest))
  let asked = begun.value
  let ran: Ran | undefined
  let takenCount = 0
  for (let count = 1; ; count++) {
    // Of two runs only one is in memory.
    ran = undefined
    const left = stepCountMax === undefined ? undefined : stepCountMax - takenCount
    const { aside, opening } = asked.contents
    const onItems = (itemCount: number) => requireItems(aside.length + itemCount, limit)
    onItems(opening.items.length)
    ran = yield* runAsked(sha256, asked.contents, { held, stepCountMax: left, onItems })
    takenCount += ran.result.stepCount
    if (count === runCountMax) break
    const next = yield* askedIn(sha256, asked.contents, { folded: ran.folded, before: asked })
    if (areSame(asked.files, next.files)) break
    asked = next
  }
  const { result, folded, lines } = ran
  return parsed({ asked: asked.files, result, period: { ...asked.contents, ...lines }, folded })
}

const recordCountOf = ({ parts }: PeriodManifest): number =>
  sides.flatMap((side) => parts[side]).reduce((sum, { count }) => sum + count, 0)

/** What a run is asked to do, and the period without its records. */
interface Asked {
  readonly files: Settling['asked']
  /** What the records follow from that the run leaves out. */
  readonly names: AsideNames
  readonly contents: Omit<ReadPeriod, keyof RecordLines>
}

/** What the files ask of a run. No record is in memory then. */
function* readAsked(sha256: Sha256, files: ShortFiles): Reading<Parsed<Asked>> {
  const read = yield* readingOf(sha256, files, { named: [] })
  if (!read.ok) return read
  const { records: _, roots: __, result: ___, ...contents } = read.value
  const folded = yield* inReading(foldInSlices(sha256, read.value))
  const manifest = { ...contents.manifest, engine: engineVersion }
  return parsed(yield* askedIn(sha256, { ...contents, manifest }, { folded }))
}

interface Asking {
  readonly folded: FoldedPeriod
  /** What was asked of the same period before. */
  readonly before?: Asked
}

function* askedIn(sha256: Sha256, contents: Asked['contents'], { folded, before }: Asking): Reading<Asked> {
  const names = asideNamesOf(contents, folded)
  const isKnown = before !== undefined && areSameNames(names, before.names)
  const aside = isKnown ? before.contents.aside : yield* setAside(sha256, { ...contents, ...names })
  const { instructions } = folded
  return {
    names,
    contents: { ...contents, aside, instructions },
    files: {
      'manifest.json': formatPeriodManifest(contents.manifest),
      'aside.ndjson': formatLines(aside.map(canonicalize)),
      'instructions.ndjson': formatLines(instructions.map(formatInstruction)),
    },
  }
}

interface RunOptions extends Pick<SettlingOptions, 'held' | 'stepCountMax'> {
  /** Called with how many records are held besides those that are left out. */
  readonly onItems: (itemCount: number) => void
}

interface Ran extends Pick<Settling, 'result' | 'folded'> {
  readonly lines: RecordLines
}

function* runAsked(
  sha256: Sha256,
  contents: Asked['contents'],
  { held, stepCountMax, onItems }: RunOptions,
): Reading<Ran> {
  const result = yield* runReading(sha256, contents, { stepCountMax, onOpen: onItems })
  const holding = held === 'all' ? held : { ...held, onItems }
  const lines = yield* readRecordLines(sha256, contents, { result: resultIn(result.texts), held: holding })
  if (!lines.ok) throw new Error(`The run wrote no result: ${lines.detail}`)
  const folded = yield* inReading(foldInSlices(sha256, { ...contents, ...lines.value }))
  return { result, lines: lines.value, folded }
}

/** Decisions that undo one another could have a run follow them for ever. */
const runCountMax = 5

/** Whether runs leave out the same records and follow the same instructions. */
export const areSame = (left: AskedFiles, right: AskedFiles): boolean =>
  left['aside.ndjson'] === right['aside.ndjson'] && left['instructions.ndjson'] === right['instructions.ndjson']
