import { type FileIntake, openSniffedIntake, type TakenColumns } from '@tallystick/engine/intake'
import { fileFault } from '../file-fault.ts'
import { partsOf } from '../file-parts.ts'
import { readFileSettings } from '../file-settings.ts'
import { openRows } from '../open-rows.ts'
import { readMapping } from '../read-config.ts'
import { rowFaultTexts } from '../row-fault-texts.ts'
import { sha256 } from '../sha256.ts'
import { jsonText, printableLines, type Terminal } from '../terminal.ts'
import { formatInspection, formatInspectionJson } from './format-inspection.ts'
import type { InspectArguments } from './inspect-arguments.ts'

type InspectEnd =
  | { readonly ok: true; readonly isReadable: boolean }
  | { readonly ok: false; readonly faults: readonly string[] }

const shownRecordCountMax = 5

/** Reads the file as a side of a reconciliation, and prints its inspection or its faults. */
export async function runInspect(input: InspectArguments, terminal: Terminal): Promise<InspectEnd> {
  const { path } = input
  const settings = readFileSettings(input)
  const mapping = await readMapping(input.mapping)
  if (!settings.ok || !mapping.ok)
    return { ok: false, faults: [settings, mapping].flatMap((each) => (each.ok ? [] : each.faults)) }
  let columns: readonly TakenColumns[] = []
  let recordCount = 0
  const intake = openSniffedIntake({
    ...settings.value,
    mapping: mapping.value.source,
    sha256,
    rows: openRows,
    onRecords: (lines) => {
      recordCount += lines.length
    },
    onColumns: (taken) => {
      columns = taken
    },
  })
  const read = await readAll(intake, path)
  if (!read.ok) return read
  const end = intake.end()
  const [format, encoding] = [intake.format(), intake.encoding()]
  if (!end.ok) {
    const texts = rowFaultTexts({ path, format, faults: end.faults, readCount: recordCount })
    if (input.isJson) terminal.print(jsonText({ path, format, isReadable: false, faults: texts }))
    else
      terminal.print(
        `${[`${path} cannot be read as ${format}`, ...texts].map((text) => `${printableLines(text)}\n`).join('')}`,
      )
    return { ok: true, isReadable: false }
  }
  const firstRecords = firstLines([...read.texts, ...end.chunks.map(({ text }) => text)])
  const { byteCount } = read
  const inspection = { path, byteCount, format, encoding, columns, summary: end.summary, firstRecords }
  if (input.isJson) terminal.print(formatInspectionJson(inspection))
  else terminal.printReport(formatInspection(inspection))
  return { ok: true, isReadable: true }
}

type ReadResult =
  | { readonly ok: true; readonly byteCount: number; readonly texts: readonly string[] }
  | { readonly ok: false; readonly faults: readonly string[] }

/** Hands the file to the intake. Returns the file's length and the text of its first chunk. */
async function readAll(intake: FileIntake, path: string): Promise<ReadResult> {
  const texts: string[] = []
  let byteCount = 0
  try {
    for await (const { bytes } of partsOf(path)) {
      byteCount += bytes.length
      const [chunk] = intake.write(bytes)
      if (texts.length === 0 && chunk !== undefined) texts.push(chunk.text)
    }
  } catch (error) {
    return { ok: false, faults: [fileFault(path, error)] }
  }
  return { ok: true, byteCount, texts }
}

const firstLines = ([first]: readonly string[]): readonly string[] =>
  first === undefined ? [] : first.split('\n', shownRecordCountMax).filter((line) => line !== '')
