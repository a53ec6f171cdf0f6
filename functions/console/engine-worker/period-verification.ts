import { UnreadableError } from '@tallystick/audit/base/unreadable-error'
import { reportOfPack } from '@tallystick/audit/report/pack-report'
import { periodPage } from '@tallystick/audit/report/period-page'
import { periodSheets } from '@tallystick/audit/report/period-sheets'
import type { PeriodTable } from '@tallystick/audit/report/period-tables'
import { printedTables } from '@tallystick/audit/report/printed-tables'
import { type PeriodPack, packOfPeriod } from '@tallystick/audit/verify/period-pack'
import { verifyPeriodPack } from '@tallystick/audit/verify/verify-period-pack'
import { workbookType, writeWorkbook } from '@tallystick/audit/workbook/workbook'
import { computeWithPauses, linesOf, type Parsed } from '@tallystick/engine/base'
import { type SettledPeriod, settleInSlices } from '@tallystick/engine/close'
import type { PeriodReport } from '@tallystick/schema/period-report'
import type { PeriodReportForm } from './evidence-types.ts'
import { type OpenEvidence, platformOf, readingRatio } from './open-verification.ts'
import { storedRecordCountMax } from './stored-types.ts'

/** The run does not depend on the trusted keys, so it is made once. */
export function createPeriodVerification(pack: PeriodPack): OpenEvidence {
  const { files } = pack
  const isTooLarge =
    linesOf(files['source.ndjson']).length + linesOf(files['target.ndjson']).length > storedRecordCountMax
  let settled: Parsed<SettledPeriod> | undefined
  return async ({ sha256, trust, turn, onLine, onProgress }) => {
    onProgress({ step: 'Checking the files', ratio: 0 })
    const verified = await verifyPeriodPack(platformOf(sha256), pack, {
      ...trust,
      trustsOwnKeys: false,
      replay: isTooLarge ? 'left out' : 'where possible',
      onLine,
      settle: async (all) => {
        onProgress({ step: 'Running the period again', ratio: readingRatio })
        settled ??= await computeWithPauses(settleInSlices(sha256, all), turn.pause)
        return settled
      },
    })
    if (!verified.ok) throw new UnreadableError(verified.faults.join('; '))
    const { value: verification } = verified
    const isSound = verification.lines.every(({ verdict }) => verdict === 'holds' || verdict === 'not covered')
    return {
      ...{ verification, runId: verification.periodName ?? '', replayed: undefined },
      ...(isSound && settled?.ok && { report: reportOfPack(sha256, settled.value, pack.log) }),
    }
  }
}

/** Throws without a report. */
export async function blobOfReport(report: PeriodReport | undefined, form: PeriodReportForm): Promise<Blob> {
  if (report === undefined) throw noReport()
  if (form === 'html') return new Blob([periodPage(report)], { type: 'text/html' })
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const part of writeWorkbook(periodSheets(report))) parts.push(part.slice())
  return new Blob(parts, { type: workbookType })
}

/** Throws without a report. */
export function tablesOfReport(report: PeriodReport | undefined): readonly PeriodTable[] {
  if (report === undefined) throw noReport()
  return printedTables(report)
}

const noReport = (): Error => new Error('No period with a report is open')

/** The pack of files that were chosen together. */
export async function packOfFiles(files: readonly File[]): Promise<File> {
  const bytes = await Promise.all(
    files.map(async (file) => [file.name, new Uint8Array(await file.arrayBuffer())] as const),
  )
  return new File([(await packOfPeriod(new Map(bytes))).slice()], 'files of a period')
}
