import { namesInLine, type RecordLine, type RecordName } from '@tallystick/audit/report/shown-record'
import type { RunSummary } from '@tallystick/engine/result'
import { ProblemError } from '../http/problem.ts'
import { sidesOf } from '../runs/run-record.ts'
import { datasetStore } from '../store/dataset-store.ts'
import { entryByteCount } from '../store/id-segments.ts'
import type { LineAccess } from '../store/line-access.ts'
import { countLines, type ResultFilter } from '../store/result-pages.ts'
import type { RunRow } from '../store/run-store.ts'
import { lookUpNamed, nameCountAtOnce, type RecordLookup, readResiduals } from './record-lookup.ts'

export interface ViewPart {
  readonly lines: readonly string[]
  readonly recordOf: RecordLookup | undefined
}

/** Lines are put into batches of `nameCountMax` names; the last line of a batch may exceed this number. */
interface Batches {
  readonly parts: AsyncIterable<readonly string[]>
  readonly nameCountMax?: number
}

/** Adds records to lines, a batch at a time. */
export async function* withRecords(
  access: LineAccess,
  run: RunRow,
  { parts, nameCountMax = nameCountAtOnce }: Batches,
): AsyncGenerator<ViewPart> {
  const residuals = await readResiduals(access, run)
  let [lines, names]: [string[], RecordName[]] = [[], []]
  const batch = async (): Promise<ViewPart> => ({
    lines,
    recordOf: await lookUpNamed(access, run, { names, residuals }),
  })
  for await (const part of parts)
    for (const line of part) {
      lines.push(line)
      // No spread syntax: a match may have more names than a call may have arguments.
      for (const name of namesIn(line)) names.push(name)
      if (names.length < nameCountMax) continue
      yield await batch()
      lines = []
      names = []
    }
  if (lines.length > 0) yield await batch()
}

export const namesIn = (line: string): readonly RecordName[] => {
  const parsed: RecordLine = JSON.parse(line)
  return namesInLine(parsed)
}

/** The most bytes of datasets that one answer reads, a megabyte with each read: a request may make 10,000 calls. */
const readByteCountMax = 8e9

/** An estimate: a match names two records, a break its own record and its candidates. */
const namesPerLine = 3

/** The most residuals that are held while a view is written. */
const residualCountMax = 200_000

/** Throws `run_too_large` if all batches would read too many bytes, or for too many residuals. Two round trips. */
export async function requireReadable(access: LineAccess, run: RunRow, filter: ResultFilter): Promise<void> {
  const summary: Partial<RunSummary> = JSON.parse(run.summary ?? '{}')
  const lineCount = await countLines(access.db, run, filter)
  const batchCount = Math.ceil((namesPerLine * lineCount) / nameCountAtOnce)
  const byteCount = await bytesOfSides(access, run)
  if (batchCount * byteCount <= readByteCountMax && (summary.residualCount ?? 0) <= residualCountMax) return
  const detail = `To show ${lineCount} lines with their records would take more reading than one request does. As NDJSON without records the view has no such bound; pages by limit have records, and confidence, reason and rule ask for fewer lines.`
  throw new ProblemError('run_too_large', { detail })
}

async function bytesOfSides({ db }: LineAccess, run: RunRow): Promise<number> {
  const { source, target } = sidesOf(run)
  const ids = [source.datasetId, target.datasetId].filter((id) => id !== null)
  const [first, ...others] = ids.map((id) => datasetStore(db).find(run.tenantId, id))
  const rows = first === undefined ? [] : (await db.batch([first, ...others])).flat()
  return rows.reduce((sum, row) => sum + row.byteCount + entryByteCount * row.recordCount, 0)
}
