import { reportOfSigned } from '@tallystick/audit/report/pack-report'
import {
  editionOf,
  foldFiles,
  type PeriodFiles,
  provePeriod,
  readPeriod,
  type SettledPeriod,
  settlePeriod,
} from '@tallystick/engine/close'
import type { ConfigResult } from '../read-config.ts'
import { sha256 } from '../sha256.ts'
import type { CloseArguments } from './close-arguments.ts'
import { readFolder, writeFolder } from './period-folder.ts'
import type { OpenPeriod } from './period-place.ts'

/** Reads the folder of a period, which was run when it was changed last. */
export function openPeriod({ folder }: CloseArguments): ConfigResult<OpenPeriod> {
  const files = readFolder(folder)
  if (!files.ok) return files
  const period = readPeriod(sha256, files.value)
  if (!period.ok) return { ok: false, faults: [`${folder}: ${period.detail}`] }
  const folded = foldFiles(sha256, period.value)
  return { ok: true, value: opened({ files: files.value, period: period.value, folded }) }
}

function opened(settled: SettledPeriod): OpenPeriod {
  const proven = provePeriod(settled.folded, settled.period)
  return {
    ...settled,
    proven,
    report: async () => ({ ok: true, value: reportOfSigned(sha256, { ...settled, proven }) }),
  }
}

/** Runs the files of a period. */
export function settled(files: PeriodFiles): ConfigResult<OpenPeriod> {
  const read = settlePeriod(sha256, files)
  return read.ok ? { ok: true, value: opened(read.value) } : { ok: false, faults: [read.detail] }
}

/** The period, unless it is approved. A submission that nobody has approved is taken back by the change. */
export function openToChange(input: CloseArguments): ConfigResult<OpenPeriod> {
  const read = openPeriod(input)
  if (!read.ok) return read
  const { files, period } = read.value
  if (isApproved(read.value))
    return { ok: false, faults: [`The period ${period.manifest.period.name} is closed: it was approved`] }
  const lines = files['signoffs.ndjson'].split(/(?<=\n)/)
  const { submission } = editionOf(period.signed)
  const kept = lines.filter((_, index) => period.signed[index] !== submission).join('')
  return { ok: true, value: { ...read.value, files: { ...files, 'signoffs.ndjson': kept } } }
}

export const isApproved = ({ period }: SettledPeriod): boolean => editionOf(period.signed).approval !== undefined

/** Runs changed files and writes them. */
export function saveChanged({ folder }: CloseArguments, files: PeriodFiles): ConfigResult<OpenPeriod> {
  const next = settled(files)
  if (!next.ok) return next
  const faults = writeFolder(folder, next.value.files)
  return faults.length > 0 ? { ok: false, faults } : next
}
