import { at, toHex, utf8 } from '@tallystick/engine/base'
import {
  formatBalances,
  formatLines,
  formatPeriodManifest,
  noBalances,
  type PeriodFiles,
  type PeriodManifest,
  parseOpening,
  periodManifest,
} from '@tallystick/engine/close'
import { noReceipt } from '@tallystick/engine/log'
import { createLineTree } from '@tallystick/engine/merkle'
import { type Side, sides } from '@tallystick/engine/record'
import type { PinnedPart, RunPeriod } from '@tallystick/schema/json-columns'
import { recordsAltered } from '../http/altered.ts'
import { sha256 } from '../platform/hasher.ts'
import { soundPolicyOf } from '../runs/stored-policy.ts'
import { AlteredLinesError } from '../store/altered-lines.ts'
import { firstPartsOf, ownerOfLines, rootedText } from '../store/close-line-store.ts'
import type { LineAccess } from '../store/line-access.ts'
import type { PeriodRow } from '../store/period-store.ts'
import { reconciliationStore } from '../store/reconciliation-store.ts'
import {
  firstResultChunks,
  placeStatements,
  resultChunksOf,
  resultPlacesIn,
  withFirstTexts,
} from '../store/result-chunks.ts'
import type { RunRow } from '../store/run-store.ts'
import { firstChunksOfDataset, type ReadChunk, readDatasets } from '../store/side-by-side.ts'
import { openingLinesOf } from '../store/side-chunks.ts'
import { datasetsAmong, datasetsIn, type ReadDataset, readStatements, statementsOf } from './period-lines.ts'
import { settingsOf } from './reconciliation-record.ts'
import { soundOf } from './sound.ts'

/** A completed run of a period. */
export type PeriodRun = RunRow & { readonly period: RunPeriod }

/** The files of a period without the lines of earlier ones, which are read only where lines are compared: `EarlierLines`. */
export type StoredFiles = Omit<PeriodFiles, 'earlier.ndjson'>

export const withEarlier = (files: StoredFiles, lines: string): PeriodFiles => ({ ...files, 'earlier.ndjson': lines })

/**
 * The files that a run of a period has read and written. One trip to D1, more for files of more than four megabytes and
 * a result of more than eight. Throws `records_altered`.
 */
export async function filesOfRun(access: LineAccess, row: PeriodRow, run: PeriodRun): Promise<StoredFiles> {
  try {
    return await readFiles(access, row, run)
  } catch (error) {
    throw error instanceof AlteredLinesError ? recordsAltered(error.message) : error
  }
}

async function readFiles(access: LineAccess, row: PeriodRow, run: PeriodRun): Promise<StoredFiles> {
  const { db } = access
  const { tenantId, period } = run
  const partsAt = (root: string | null) => firstPartsOf(db, tenantId, ownerOfLines(period.id, root ?? ''))
  const ids = datasetIdsIn(run)
  const [found, added, datasetRows, places, views, receipts, firsts, opened, aside, instructed, ...chunks] =
    await db.batch([
      reconciliationStore(db).settings(tenantId, row.reconciliationId, row.settingsVersion),
      ...readStatements(db, row),
      ...placeStatements(db, run),
      firstResultChunks(db, run),
      partsAt(period.opening),
      partsAt(period.aside),
      partsAt(period.instructions),
      ...ids.map((id) => firstChunksOfDataset(db, tenantId, id)),
    ])
  const linesAt = (root: string | null, first: Parts) =>
    root === null ? '' : rootedText(db, tenantId, { periodId: period.id, root, first })
  const opening = await linesAt(period.opening, opened)
  const [source, target] = await sideTexts(access, run, {
    opening,
    chunksById: new Map(ids.map((id, index) => [id, at(chunks, index)])),
  })
  const datasets = datasetsAmong([added, datasetRows])
  const manifest = manifestOf(row, { run, datasets, settings: found[0] })
  return {
    'manifest.json': formatPeriodManifest(manifest),
    'rules.json': await soundPolicyOf(db, run),
    'opening.ndjson': opening,
    'source.ndjson': source,
    'target.ndjson': target,
    'aside.ndjson': await linesAt(period.aside, aside),
    'instructions.ndjson': await linesAt(period.instructions, instructed),
    'result.ndjson': await resultText(
      access,
      run,
      withFirstTexts(resultPlacesIn(run, [places, views, receipts]), firsts),
    ),
    'decisions.ndjson': '',
    'notes.ndjson': '',
    'balances.json': formatBalances({ ...noBalances, statements: statementsOf(datasetsIn(datasets, partsOf(run))) }),
    'signoffs.ndjson': '',
  }
}

type Parts = Awaited<ReturnType<typeof firstPartsOf>>

const partsOf = (run: PeriodRun): readonly PinnedPart[] => sides.flatMap((side) => run[side].parts ?? [])

const datasetIdsIn = (run: PeriodRun): readonly string[] =>
  partsOf(run).flatMap(({ datasetId, lineCount }) => (datasetId === null || lineCount === 0 ? [] : [datasetId]))

interface SideLines {
  readonly opening: string
  /** The first chunks of each dataset. */
  readonly chunksById: ReadonlyMap<string, readonly ReadChunk[]>
}

/** All lines of both sides, those that the run leaves out included. */
async function sideTexts(
  access: LineAccess,
  run: PeriodRun,
  { opening, chunksById }: SideLines,
): Promise<readonly [source: string, target: string]> {
  const { items } = soundOf(parseOpening(opening), 'The opening of the run')
  const readings = partsOf(run).map(({ datasetId, lineCount }) => {
    const texts: string[] = []
    return {
      datasetId: lineCount === 0 ? null : datasetId,
      recordCount: lineCount,
      first: chunksById.get(datasetId ?? ''),
      texts,
      take: (text: string) => void texts.push(text),
    }
  })
  await readDatasets(access, run.tenantId, readings)
  const textOf = (side: Side, first: number): string =>
    (run[side].parts ?? [])
      .map(({ datasetId }, index) =>
        datasetId === null ? formatLines(openingLinesOf(side, items)) : at(readings, first + index).texts.join(''),
      )
      .join('')
  return [textOf('source', 0), textOf('target', run.source.parts?.length ?? 0)]
}

/** Throws `AlteredLinesError` for changed lines, and `records_altered` for those of another root. */
async function resultText(
  access: LineAccess,
  run: PeriodRun,
  places: ReturnType<typeof withFirstTexts>,
): Promise<string> {
  const tree = createLineTree(sha256)
  let whole = ''
  for await (const { text } of resultChunksOf(access, run, places)) {
    tree.addLines(utf8(text))
    whole += text
  }
  if (toHex(tree.root()) !== run.resultRoot)
    throw recordsAltered('The result of the period’s run does not have its root.')
  return whole
}

interface ManifestParts {
  readonly run: PeriodRun
  readonly datasets: readonly ReadDataset[]
  readonly settings: { readonly settings: string } | undefined
}

function manifestOf(
  { number, name, first, last }: PeriodRow,
  { run, datasets, settings }: ManifestParts,
): PeriodManifest {
  if (settings === undefined) throw recordsAltered('The settings of the period are gone.')
  const names = new Map(datasets.map(({ id, name: file }) => [id, file]))
  const partsIn = (side: Side) =>
    (run[side].parts ?? []).map(({ kind, root, lineCount, datasetId }) => ({
      ...{ kind, root, count: lineCount },
      file: names.get(datasetId ?? '') ?? '',
    }))
  return periodManifest({
    terms: settingsOf(settings.settings),
    period: { name, first, last },
    before: number === 1 ? noReceipt : run.period.opening,
    engine: run.engineVersion,
    parts: { source: partsIn('source'), target: partsIn('target') },
  })
}

export function periodRunOf(run: RunRow): PeriodRun {
  const { period } = run
  if (period === null) throw recordsAltered(`The run ${run.id} is not of a period any more.`)
  return { ...run, period }
}
