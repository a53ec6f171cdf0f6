import { type OwnPeriod, openOwn } from '@tallystick/audit/close/own-period'
import { reportOfSigned } from '@tallystick/audit/report/pack-report'
import { isReopening, type ReadPeriod } from '@tallystick/engine/close'
import type { ConfigResult } from '../read-config.ts'
import { sha256 } from '../sha256.ts'
import type { CloseArguments } from './close-arguments.ts'
import { readFolder, writeFolder } from './period-folder.ts'
import type { OpenPeriod } from './period-place.ts'

/** Reads the folder of a period, which was run when it was changed last. */
export function openPeriod({ folder }: CloseArguments): ConfigResult<OwnPeriod> {
  const files = readFolder(folder)
  if (!files.ok) return files
  const opened = openOwn(sha256, files.value)
  return opened.ok ? opened : { ok: false, faults: opened.faults.map((fault) => `${folder}: ${fault}`) }
}

/** Writes the changed period into its folder. */
export function keepPeriod({ folder }: CloseArguments, changed: ConfigResult<OwnPeriod>): ConfigResult<OpenPeriod> {
  if (!changed.ok) return changed
  const faults = writeFolder(folder, changed.value.files)
  return faults.length > 0 ? { ok: false, faults } : { ok: true, value: shownPeriod(changed.value) }
}

export const shownPeriod = (opened: OwnPeriod): OpenPeriod => ({
  ...opened,
  rejection: rejectionIn(opened.period),
  report: async () => ({ ok: true, value: reportOfSigned(sha256, opened) }),
})

function rejectionIn({ signed }: ReadPeriod): OpenPeriod['rejection'] {
  const last = signed.findLast(({ kind }) => kind !== 'tallystick/decisions@1')
  return last?.kind === 'tallystick/rejection@1' && isReopening(last) ? last : undefined
}
