import { writeFileSync } from 'node:fs'
import { journalCsv } from '@tallystick/audit/report/journal-csv'
import { periodPage } from '@tallystick/audit/report/period-page'
import { itemsSheet, periodSheets } from '@tallystick/audit/report/period-sheets'
import { printedTables, provenTables } from '@tallystick/audit/report/printed-tables'
import { writeCsv } from '@tallystick/audit/report/write-csv'
import { writeWorkbook } from '@tallystick/audit/workbook/workbook'
import { canonicalize, joinBytes, utf8 } from '@tallystick/engine/base'
import { balanceFaults } from '@tallystick/engine/close'
import type { PeriodReport } from '@tallystick/schema/period-report'
import { fileFault } from '../file-fault.ts'
import { got } from '../options.ts'
import { jsonText, type Terminal } from '../terminal.ts'
import { wordOf } from './close-arguments.ts'
import type { CloseEnd } from './close-end.ts'
import { endOf } from './period-end.ts'
import type { OpenPeriod, PlacedVerb } from './period-place.ts'
import { reportText } from './report-text.ts'

export const showProof: PlacedVerb = async (input, terminal, place) => {
  const opened = await place.open()
  if (!opened.ok) return opened
  const { proven } = opened.value
  if (!input.isJson) return printProof(opened.value, terminal)
  terminal.print(jsonText({ proof: proven.proof, rollForward: proven.rollForward }))
  return endOf(opened.value)
}

export async function printProof(opened: OpenPeriod, terminal: Terminal): Promise<CloseEnd> {
  const report = await opened.report()
  if (!report.ok) return report
  terminal.printReport(reportText(provenTables(report.value)))
  for (const { detail } of balanceFaults(opened.period, opened.folded)) terminal.printReport(`${detail}\n`)
  return endOf(opened)
}

/** Writes the report in one of its forms, and the adjustments to be booked as CSV. */
export const writeReport: PlacedVerb = async (input, terminal, place) => {
  const opened = await place.open()
  if (!opened.ok) return opened
  const [out, journal, word = input.isJson ? 'json' : 'text'] = ['out', 'journal', 'format'].map((name) =>
    wordOf(input, name),
  )
  const format = formats.find((each) => each === word)
  if (format === undefined)
    return { ok: false, faults: [`${got(word)} as --format, wanted one of ${formats.join(', ')}`] }
  if (format === 'xlsx' && out === undefined)
    return { ok: false, faults: ['Got no --out, wanted the file to which a workbook is written'] }
  const report = await opened.value.report()
  if (!report.ok) return report
  const isFinal = report.value.state !== 'open'
  const bytes = await writers[format](report.value)
  const faults = [
    ...(out === undefined ? [] : written(out, bytes)),
    ...(journal === undefined ? [] : written(journal, utf8(journalCsv(opened.value.folded, { isFinal })))),
  ]
  if (faults.length > 0) return { ok: false, faults }
  const text = new TextDecoder().decode(bytes)
  if (out === undefined && format !== 'text') terminal.print(text)
  else if (out === undefined && journal === undefined) terminal.printReport(text)
  return endOf(opened.value)
}

const formats = ['text', 'csv', 'json', 'xlsx', 'html'] as const

const writers: { readonly [format in (typeof formats)[number]]: (report: PeriodReport) => Promise<Uint8Array> } = {
  text: async (report) => utf8(reportText(printedTables(report))),
  csv: (report) => joined(writeCsv(itemsSheet(report))),
  json: async (report) => utf8(`${canonicalize(report)}\n`),
  xlsx: (report) => joined(writeWorkbook(periodSheets(report))),
  html: async (report) => utf8(periodPage(report)),
}

async function joined(parts: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const read: Uint8Array[] = []
  for await (const part of parts) read.push(part)
  return joinBytes(read)
}

function written(path: string, bytes: Uint8Array): readonly string[] {
  try {
    writeFileSync(path, bytes)
    return []
  } catch (error) {
    return [fileFault(path, error)]
  }
}
