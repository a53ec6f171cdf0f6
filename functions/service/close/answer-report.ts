import { pagePolicy, periodPage } from '@tallystick/audit/report/period-page'
import { reportOfPeriod } from '@tallystick/audit/report/period-report'
import { periodSheets } from '@tallystick/audit/report/period-sheets'
import { workbookType, writeWorkbook } from '@tallystick/audit/workbook/workbook'
import { canonicalize, utf8 } from '@tallystick/engine/base'
import { provePeriod } from '@tallystick/engine/close'
import { storedPeriodState } from '@tallystick/schema/period'
import type { PeriodReport, ReportFormat, ReportSignoff } from '@tallystick/schema/period-report'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { noteExport } from '../http/audit-event.ts'
import { streamOf } from '../http/stream.ts'
import { sha256 } from '../platform/hasher.ts'
import { nextEvent } from '../platform/slices.ts'
import { actStore } from '../store/act-store.ts'
import { namesOfActors } from '../store/actor-names.ts'
import type { PeriodRow } from '../store/period-store.ts'
import { foldedRun } from './prove-balances.ts'
import { dbOf, knownReconciliation } from './read-reconciliations.ts'
import { settingsOf } from './reconciliation-record.ts'
import { signedFilesOf } from './signable-period.ts'
import { signoffRecords } from './stored-signoffs.ts'

const mediaTypes = { json: 'application/json', xlsx: workbookType, html: 'text/html' } as const

/** The report of a period in the form that is asked for. Throws `period_not_run`. */
export async function answerReport(
  c: Context<AppEnv>,
  periodId: string,
  format: ReportFormat | undefined,
): Promise<Response> {
  if (format !== undefined) c.set('mediaType', mediaTypes[format])
  const report = await readReport(c, periodId)
  await noteExport(c, 'report.exported', periodId)
  c.var.memory.keepForBody({ itemCount: report.items.length })
  return responseOf(c.var.mediaType, report)
}

async function readReport(c: Context<AppEnv>, periodId: string): Promise<PeriodReport> {
  const period = await foldedRun(c, periodId)
  // What reading the period has left is collected before the report takes its place.
  await nextEvent()
  const { row, read, folded } = period
  const { settings } = await knownReconciliation(c, row.reconciliationId)
  const signoffs = await signoffsOf(c, row)
  const actors = [...read.decisions, ...read.balances.typed, ...signoffs].map(({ actor }) => actor)
  const owners = folded.items.flatMap(({ owner }) => owner ?? [])
  const proven = provePeriod(folded, read)
  const names = await namesOfActors(dbOf(c), row.tenantId, [...actors, ...owners])
  return reportOfPeriod(sha256, {
    ...{ files: signedFilesOf(period), folded, period: read, proven, signoffs, names },
    reconciliation: settingsOf(settings).name,
    state: storedPeriodState.parse(row.state),
    edition: row.edition,
  })
}

/** Each step of the period from open to closed and back, in their order, with their names. Two queries at most. */
async function signoffsOf(c: Context<AppEnv>, { tenantId, id }: PeriodRow): Promise<readonly ReportSignoff[]> {
  const rows = await actStore(dbOf(c)).signoffs(tenantId, id)
  const records = await signoffRecords(dbOf(c), tenantId, rows)
  return records.map(({ act, actor, name, time, root, reason }) => ({ act, actor, name, time, root, reason }))
}

function responseOf(mediaType: string, report: PeriodReport): Response {
  const name = `report-${report.period.name}`
  const headers = { 'Content-Type': mediaType === 'text/html' ? 'text/html; charset=utf-8' : mediaType }
  if (mediaType === workbookType)
    return new Response(streamOf(writeWorkbook(periodSheets(report))), {
      headers: { ...headers, 'Content-Disposition': `attachment; filename="${name}.xlsx"` },
    })
  if (mediaType === 'text/html')
    return new Response(periodPage(report), {
      headers: { ...headers, 'Content-Security-Policy': `${pagePolicy}; frame-ancestors 'none'; sandbox` },
    })
  return new Response(streamOf(canonicalBytes(report)), { headers })
}

/** The bytes of the canonical JSON, between whose parts other requests have their turn. */
async function* canonicalBytes(report: PeriodReport): AsyncGenerator<Uint8Array> {
  let text = ''
  for (const part of canonicalParts(report)) {
    text += part
    if (text.length < textLengthMax) continue
    yield utf8(text)
    text = ''
    await nextEvent()
  }
  yield utf8(text)
}

const textLengthMax = 64 * 1024

/** The text member by member, and lists element by element. */
function* canonicalParts(report: PeriodReport): Generator<string> {
  const members = Object.entries(report).toSorted(([left], [right]) => (left < right ? -1 : 1))
  for (const [index, [name, value]] of members.entries()) {
    yield `${index === 0 ? '{' : ','}${canonicalize(name)}:`
    if (!Array.isArray(value)) yield canonicalize(value)
    else {
      yield '['
      for (const [place, each] of value.entries()) yield `${place === 0 ? '' : ','}${canonicalize(each)}`
      yield ']'
    }
  }
  yield '}'
}
