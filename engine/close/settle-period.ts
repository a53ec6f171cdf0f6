import { canonicalize } from '../base/canonical.ts'
import type { Sha256 } from '../base/hasher.ts'
import { type Parsed, parsed } from '../base/parsed.ts'
import { finish, type Slices } from '../base/slices.ts'
import { engineVersion } from '../base/version.ts'
import { foldInSlices } from './fold-files.ts'
import type { FoldedPeriod } from './folded-period.ts'
import { formatInstruction } from './instruction.ts'
import { createLinePace, formatLines, type PeriodFiles } from './period-files.ts'
import { formatPeriodManifest } from './period-manifest.ts'
import { readResult } from './period-result.ts'
import { placeRecords } from './period-side.ts'
import { type ReadPeriod, readInSlices } from './read-period.ts'
import { runInSlices, setAside } from './run-period.ts'

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
  const read = yield* readInSlices(sha256, files)
  if (!read.ok) return read
  const manifest = { ...read.value.manifest, engine: engineVersion }
  let period: ReadPeriod = { ...read.value, manifest }
  let folded = yield* foldInSlices(sha256, period)
  let settled: PeriodFiles = { ...files, 'manifest.json': formatPeriodManifest(manifest) }
  let takenCount = 0
  for (let count = 0; count < runCountMax; count++) {
    const aside = yield* setAside(sha256, period, folded)
    const { instructions } = folded
    const asked = {
      'aside.ndjson': formatLines(aside.map(canonicalize)),
      'instructions.ndjson': formatLines(instructions.map(formatInstruction)),
    }
    if (count > 0 && areSame(settled, asked)) break
    period = { ...period, aside, instructions, records: yield* placed(period, aside) }
    const left = stepCountMax === undefined ? undefined : stepCountMax - takenCount
    const { text, stepCount } = yield* runInSlices(sha256, period, left)
    takenCount += stepCount
    const result = yield* readResult(text, createLinePace())
    if (!result.ok) throw new Error(`The run wrote no result: ${result.detail}`)
    period = { ...period, result: result.value }
    settled = { ...settled, ...asked, 'result.ndjson': text }
    folded = yield* foldInSlices(sha256, period)
  }
  return parsed({ files: settled, period, folded })
}

/** Decisions that undo one another could have a run follow them for ever. */
const runCountMax = 5

/** Whether the files are what settling them comes to: their run does what their decisions ask. */
export const isSettled = (files: PeriodFiles, settled: PeriodFiles): boolean =>
  areSame(settled, files) && settled['result.ndjson'] === files['result.ndjson']

const areSame = (left: PeriodFiles, right: Pick<PeriodFiles, 'aside.ndjson' | 'instructions.ndjson'>): boolean =>
  left['aside.ndjson'] === right['aside.ndjson'] && left['instructions.ndjson'] === right['instructions.ndjson']

function* placed({ records }: ReadPeriod, aside: ReadPeriod['aside']): Slices<ReadPeriod['records']> {
  const source = placeRecords(records.source, 'source', aside)
  yield
  const target = placeRecords(records.target, 'target', aside)
  yield
  return { source, target }
}
