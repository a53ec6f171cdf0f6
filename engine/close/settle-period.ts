import { canonicalize } from '../base/canonical.ts'
import type { Sha256 } from '../base/hasher.ts'
import { type Parsed, parsed } from '../base/parsed.ts'
import { finish, type Slices } from '../base/slices.ts'
import { engineVersion } from '../base/version.ts'
import { foldInSlices } from './fold-files.ts'
import type { FoldedPeriod } from './folded-period.ts'
import { formatInstruction } from './instruction.ts'
import { formatLines, type PeriodFiles } from './period-files.ts'
import { formatPeriodManifest } from './period-manifest.ts'
import { type ReadPeriod, readPeriod } from './read-period.ts'
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

export function* settleInSlices(sha256: Sha256, files: PeriodFiles): Slices<Parsed<SettledPeriod>> {
  let next = yield* rerun(sha256, files)
  for (let count = 1; next.ok && count < runCountMax; count++) {
    const again = yield* rerun(sha256, next.value.files)
    if (!again.ok || areSame(again.value.files, next.value.files)) return again
    next = again
  }
  return next
}

/** Decisions that undo one another could have a run follow them for ever. */
const runCountMax = 5

function* rerun(sha256: Sha256, files: PeriodFiles): Slices<Parsed<SettledPeriod>> {
  const before = readPeriod(sha256, files)
  if (!before.ok) return before
  const folded = yield* foldInSlices(sha256, before.value)
  const asked = {
    ...files,
    'manifest.json': formatPeriodManifest({ ...before.value.manifest, engine: engineVersion }),
    'aside.ndjson': formatLines(setAside(sha256, before.value, folded).map(canonicalize)),
    'instructions.ndjson': formatLines(folded.instructions.map(formatInstruction)),
  }
  const ready = readPeriod(sha256, asked)
  if (!ready.ok) return ready
  const ran = { ...asked, 'result.ndjson': yield* runInSlices(sha256, ready.value) }
  const period = readPeriod(sha256, ran)
  if (!period.ok) return period
  return parsed({ files: ran, period: period.value, folded: yield* foldInSlices(sha256, period.value) })
}

/** Whether a period's run does what its decisions ask. Costs a run or two. */
export function isSettled(sha256: Sha256, files: PeriodFiles): boolean {
  const settled = settlePeriod(sha256, files)
  return settled.ok && areSame(settled.value.files, files)
}

const areSame = (left: PeriodFiles, right: PeriodFiles): boolean =>
  left['aside.ndjson'] === right['aside.ndjson'] &&
  left['instructions.ndjson'] === right['instructions.ndjson'] &&
  left['result.ndjson'] === right['result.ndjson']
