import { canonicalize, linesOf } from '@tallystick/engine/base'
import { type OpeningItem, parseAside, parseLines, parseOpening } from '@tallystick/engine/close'
import type { Side } from '@tallystick/engine/record'
import type { StoredChunk } from '@tallystick/engine/verify'
import type { PinnedPart, RunPeriod } from '@tallystick/schema/json-columns'
import { AlteredLinesError } from './altered-lines.ts'
import { datasetChunksOf, rawDatasetChunksOf } from './chunks.ts'
import { closeTextOf, ownerOfLines, rootedText } from './close-line-store.ts'
import { createReadAhead } from './dataset-read-ahead.ts'
import type { LineAccess } from './line-access.ts'
import type { RunRow } from './run-store.ts'

/** Reads what a side of a run was read from: a dataset, or the parts of a period. */

export type RunSides = Pick<RunRow, 'tenantId' | 'source' | 'target' | 'period'>

interface SideReading {
  readonly side: Side
  /** Whether chunks are read that were changed: see `rawDatasetChunksOf`. */
  readonly isRaw?: boolean
}

/** The chunks of a side of a run in order: of a period's side the lines that take part. Throws `AlteredLinesError`. */
export async function* sideChunksOf(
  access: LineAccess,
  run: RunSides,
  { side, isRaw = false }: SideReading,
): AsyncGenerator<StoredChunk> {
  const { tenantId, period } = run
  const { parts, ...pinned } = run[side]
  if (parts === undefined || period === null)
    return yield* isRaw
      ? rawDatasetChunksOf(access, tenantId, pinned.datasetId)
      : datasetChunksOf(access, tenantId, pinned)
  const rows = isRaw ? await rawRows(access, { tenantId, period }) : await asideRows(access, { tenantId, period })
  let [first, seq] = [0, 0]
  for await (const lines of partLines(access, { tenantId, period, side, parts, isRaw, left: rows[side] })) {
    if (lines.length === 0) continue
    yield { text: lines.map((line) => `${line}\n`).join(''), first, count: lines.length, seq }
    first += lines.length
    seq += 1
  }
}

interface PartReading {
  readonly tenantId: string
  readonly period: RunPeriod
  readonly side: Side
  readonly parts: readonly PinnedPart[]
  readonly isRaw: boolean
  /** The rows that are left out, counted over all parts. */
  readonly left: ReadonlySet<number>
}

async function* partLines(access: LineAccess, reading: PartReading): AsyncGenerator<readonly string[]> {
  const { tenantId, parts, isRaw, left } = reading
  const datasetIds = parts.flatMap(({ datasetId }) => datasetId ?? [])
  const nextFirst = createReadAhead(access.db, tenantId, datasetIds)()
  let row = 0
  for (const { datasetId, lineCount } of parts) {
    const end = row + lineCount
    if (datasetId === null) yield await handedOnLines(access, reading)
    else {
      const read = isRaw
        ? rawDatasetChunksOf(access, tenantId, datasetId)
        : datasetChunksOf(access, tenantId, { datasetId, recordCount: lineCount, first: await nextFirst() })
      for await (const { text } of read) {
        const from = row
        const lines = linesOf(text)
        row += lines.length
        yield left.size === 0 ? lines : lines.filter((_, index) => !left.has(from + index))
      }
    }
    row = end
  }
}

/** A changed opening gives none of a run that is read raw, whose root then is another. */
async function handedOnLines(
  { db }: LineAccess,
  { tenantId, period, side, isRaw }: PartReading,
): Promise<readonly string[]> {
  const place = { periodId: period.id, root: period.opening }
  const text = isRaw
    ? await closeTextOf(db, tenantId, { owner: ownerOfLines(period.id, period.opening) })
    : await rootedText(db, tenantId, place)
  const opening = parseOpening(text)
  if (opening.ok) return openingLinesOf(side, opening.value.items)
  if (isRaw) return []
  throw new AlteredLinesError(`the opening of the period ${period.id}`, `cannot be read: ${opening.detail}`)
}

/** The records of the items of a side, as its first lines. */
export const openingLinesOf = (side: Side, items: readonly OpeningItem[]): readonly string[] =>
  items.flatMap((item) => (item.side === side ? [canonicalize(item.record)] : []))

type RowsBySide = { readonly [side in Side]: ReadonlySet<number> }

interface PeriodOfRun {
  readonly tenantId: string
  readonly period: RunPeriod
}

async function asideRows({ db }: LineAccess, { tenantId, period }: PeriodOfRun): Promise<RowsBySide> {
  const read = rowsIn(await rootedText(db, tenantId, { periodId: period.id, root: period.aside }))
  if (read === undefined) throw new AlteredLinesError(`lines of the period ${period.id}`, 'name no records left out')
  return read
}

const rawRows = async ({ db }: LineAccess, { tenantId, period }: PeriodOfRun): Promise<RowsBySide> =>
  rowsIn(await closeTextOf(db, tenantId, { owner: ownerOfLines(period.id, period.aside) })) ?? {
    source: new Set(),
    target: new Set(),
  }

function rowsIn(text: string): RowsBySide | undefined {
  const read = parseLines(text, parseAside)
  if (!read.ok) return undefined
  const ofSide = (side: Side) => new Set(read.value.flatMap((line) => (line.side === side ? [line.row] : [])))
  return { source: ofSide('source'), target: ofSide('target') }
}
