import {
  editionOf,
  foldFiles,
  type PeriodFiles,
  type ProvenPeriod,
  provePeriod,
  readPeriod,
  type SettledPeriod,
  settlePeriod,
  submissionFaults,
} from '@tallystick/engine/close'
import type { ConfigResult } from '../read-config.ts'
import { sha256 } from '../sha256.ts'
import type { CloseArguments } from './close-arguments.ts'
import type { CloseEnd } from './close-end.ts'
import { readFolder, writeFolder } from './period-folder.ts'

/** The period of a folder, run. */
export interface OpenPeriod extends SettledPeriod {
  readonly proven: ProvenPeriod
}

/** Reads the folder of a period, which was run when it was changed last. */
export function openPeriod({ folder }: CloseArguments): ConfigResult<OpenPeriod> {
  const files = readFolder(folder)
  if (!files.ok) return files
  const period = readPeriod(sha256, files.value)
  if (!period.ok) return { ok: false, faults: [`${folder}: ${period.detail}`] }
  const folded = foldFiles(sha256, period.value)
  const proven = provePeriod(folded, period.value)
  return { ok: true, value: { files: files.value, period: period.value, folded, proven } }
}

/** Runs the files of a period. */
export function settled(files: PeriodFiles): ConfigResult<OpenPeriod> {
  const read = settlePeriod(sha256, files)
  if (!read.ok) return { ok: false, faults: [read.detail] }
  return { ok: true, value: { ...read.value, proven: provePeriod(read.value.folded, read.value.period) } }
}

/** The period, unless it is approved. A submission that nobody has approved is taken back by the change. */
export function openToChange(input: CloseArguments): ConfigResult<OpenPeriod> {
  const opened = openPeriod(input)
  if (!opened.ok) return opened
  const { files, period } = opened.value
  if (isApproved(opened.value))
    return { ok: false, faults: [`The period ${period.manifest.period.name} is closed: it was approved`] }
  const lines = files['signoffs.ndjson'].split(/(?<=\n)/)
  const { submission } = editionOf(period.signed)
  const kept = lines.filter((_, index) => period.signed[index] !== submission).join('')
  return { ok: true, value: { ...opened.value, files: { ...files, 'signoffs.ndjson': kept } } }
}

export const isApproved = ({ period }: SettledPeriod): boolean => editionOf(period.signed).approval !== undefined

/** Runs changed files and writes them. */
export function saveChanged({ folder }: CloseArguments, files: PeriodFiles): ConfigResult<OpenPeriod> {
  const next = settled(files)
  if (!next.ok) return next
  const faults = writeFolder(folder, next.value.files)
  return faults.length > 0 ? { ok: false, faults } : next
}

/** `done` once the period could be submitted. */
export const endOf = ({ folded, period, proven }: OpenPeriod): CloseEnd => ({
  ok: true,
  end: submissionFaults(period, folded, proven).length > 0 ? 'open' : 'done',
})
