import type { Sha256 } from '@tallystick/engine/base'
import {
  editionOf,
  foldFiles,
  formatLines,
  formatSigned,
  type PeriodFiles,
  type ProvenPeriod,
  provePeriod,
  readPeriod,
  type SettledPeriod,
  settlePeriod,
} from '@tallystick/engine/close'
import { hashOfLine } from '@tallystick/engine/merkle'
import { type EvidenceUse, refused } from '../verify/evidence-file.ts'

/**
 * A period that own keys sign, in a folder or in a browser: its files, read, folded and proven. Each act of this folder
 * gives another one, whose files are written then.
 */
export interface OwnPeriod extends SettledPeriod {
  readonly proven: ProvenPeriod
}

/** Reads the files of a period, which was run when it was changed last. */
export function openOwn(sha256: Sha256, files: PeriodFiles): EvidenceUse<OwnPeriod> {
  const period = readPeriod(sha256, files)
  if (!period.ok) return refused(period.detail)
  return { ok: true, value: proven({ files, period: period.value, folded: foldFiles(sha256, period.value) }) }
}

/** Runs the files of a period. */
export function settleOwn(sha256: Sha256, files: PeriodFiles): EvidenceUse<OwnPeriod> {
  const settled = settlePeriod(sha256, files)
  return settled.ok ? { ok: true, value: proven(settled.value) } : refused(settled.detail)
}

const proven = (settled: SettledPeriod): OwnPeriod => ({
  ...settled,
  proven: provePeriod(settled.folded, settled.period),
})

export const isApproved = ({ period }: SettledPeriod): boolean => editionOf(period.signed).approval !== undefined

/** The leaf hash of the approval of the edition that stands, which the period after names; undefined without one. */
export function approvalHash(sha256: Sha256, { period }: SettledPeriod): string | undefined {
  const { approval } = editionOf(period.signed)
  return approval && hashOfLine(sha256, formatSigned(approval))
}

/** The period as acts may change it, unless it is approved. A submission that nobody has approved is taken back. */
export function openToChange(opened: OwnPeriod): EvidenceUse<OwnPeriod> {
  const { files, period } = opened
  if (isApproved(opened)) return refused(`The period ${period.manifest.period.name} is closed: it was approved`)
  const { submission } = editionOf(period.signed)
  const signed = period.signed.filter((line) => line !== submission)
  const signoffs = formatLines(signed.map(formatSigned))
  const taken = { files: { ...files, 'signoffs.ndjson': signoffs }, period: { ...period, signed } }
  return { ok: true, value: { ...opened, ...taken } }
}

/** The name of the file that has the period: those of later editions lie beside that of the first one. */
export function packNameOf({ period: { manifest, signed } }: SettledPeriod): string {
  const { number } = editionOf(signed)
  return number === 1 ? `${manifest.period.name}.zip` : `${manifest.period.name}.${number}.zip`
}
