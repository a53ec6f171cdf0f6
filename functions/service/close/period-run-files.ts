import {
  formatBalances,
  formatPeriodManifest,
  noBalances,
  type PeriodManifest,
  parseOpening,
  periodManifest,
  type ShortFiles,
} from '@tallystick/engine/close'
import { noReceipt } from '@tallystick/engine/log'
import { type Side, sides } from '@tallystick/engine/record'
import type { PinnedPart, RunPeriod } from '@tallystick/schema/json-columns'
import { recordsAltered } from '../http/altered.ts'
import { soundPolicyOf } from '../runs/stored-policy.ts'
import { AlteredLinesError } from '../store/altered-lines.ts'
import { firstPartsOf, ownerOfLines, rootedText } from '../store/close-line-store.ts'
import type { LineAccess } from '../store/line-access.ts'
import type { PeriodRow } from '../store/period-store.ts'
import { reconciliationStore } from '../store/reconciliation-store.ts'
import type { RunRow } from '../store/run-store.ts'
import { type DatasetsToRead, type LongLines, longLinesOf } from './long-lines.ts'
import { datasetsAmong, datasetsIn, type ReadDataset, readStatements, statementsOf } from './period-lines.ts'
import { settingsOf } from './reconciliation-record.ts'
import { soundOf } from './sound.ts'

/** A completed run of a period. */
export type PeriodRun = RunRow & { readonly period: RunPeriod }

/**
 * The files of a period without those that have a line for each record, and without the lines of earlier ones, which are
 * read only where lines are compared: `EarlierLines`.
 */
export type StoredFiles = Omit<ShortFiles, 'earlier.ndjson'>

export const withEarlier = (files: StoredFiles, lines: string): ShortFiles => ({ ...files, 'earlier.ndjson': lines })

/** The files of a period, of which the long ones are read part by part. */
export interface FilesAndLines {
  readonly files: StoredFiles
  readonly lines: LongLines
}

/** What is read of a period that was run. */
export interface FilesOfRun extends FilesAndLines {
  /**
   * What the run has kept of the long files. Undefined for a run of an earlier version, and where a later run has become
   * that of the period meanwhile, with which these lines go.
   */
  readonly kept: string | undefined
}

/**
 * The files that a run of a period has read and written. A trip to D1, and more for lines of more than eight megabytes of
 * one kind. Throws `records_altered`.
 */
export async function filesOfRun(access: LineAccess, row: PeriodRow, run: PeriodRun): Promise<FilesOfRun> {
  try {
    return await readFiles(access, row, run)
  } catch (error) {
    throw error instanceof AlteredLinesError ? recordsAltered(error.message) : error
  }
}

async function readFiles(access: LineAccess, row: PeriodRow, run: PeriodRun): Promise<FilesOfRun> {
  const { db } = access
  const { tenantId, period } = run
  const keptRoot = period.kept?.root
  const partsAt = (root: string | null = null) => firstPartsOf(db, tenantId, ownerOfLines(period.id, root ?? ''))
  const [found, added, datasetRows, opened, aside, instructed, kept] = await db.batch([
    reconciliationStore(db).settings(tenantId, row.reconciliationId, row.settingsVersion),
    ...readStatements(db, row),
    partsAt(period.opening),
    partsAt(period.aside),
    partsAt(period.instructions),
    partsAt(keptRoot),
  ])
  const linesAt = (root: string | null, first: Parts) =>
    root === null ? '' : rootedText(db, tenantId, { periodId: period.id, root, first })
  const opening = await linesAt(period.opening, opened)
  const datasets = datasetsAmong([added, datasetRows])
  const manifest = manifestOf(row, { run, datasets, settings: found[0] })
  return {
    kept: keptRoot === undefined || kept.length === 0 ? undefined : await linesAt(keptRoot, kept),
    files: {
      'manifest.json': formatPeriodManifest(manifest),
      'rules.json': await soundPolicyOf(db, run),
      'opening.ndjson': opening,
      'aside.ndjson': await linesAt(period.aside, aside),
      'instructions.ndjson': await linesAt(period.instructions, instructed),
      'decisions.ndjson': '',
      'notes.ndjson': '',
      'balances.json': formatBalances({ ...noBalances, statements: statementsOf(datasetsIn(datasets, partsOf(run))) }),
      'signoffs.ndjson': '',
    },
    lines: longLinesOf(access, {
      tenantId,
      items: soundOf(parseOpening(opening), 'The opening of the run').items,
      read: { source: datasetsToRead(run.source), target: datasetsToRead(run.target) },
      run,
    }),
  }
}

type Parts = Awaited<ReturnType<typeof firstPartsOf>>

const partsOf = (run: PeriodRun): readonly PinnedPart[] => sides.flatMap((side) => run[side].parts ?? [])

const datasetsToRead = ({ parts = [] }: PeriodRun[Side]): DatasetsToRead =>
  parts.flatMap(({ datasetId, lineCount }) =>
    datasetId === null || lineCount === 0 ? [] : [{ datasetId, recordCount: lineCount }],
  )

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
