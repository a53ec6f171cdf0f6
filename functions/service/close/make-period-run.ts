import { timestampOf } from '@tallystick/audit/base/timestamp'
import { engineVersion, linesOf } from '@tallystick/engine/base'
import { addDataset, type PeriodFiles, periodFileNames, type ReadPeriod, settlePeriod } from '@tallystick/engine/close'
import { rootOfLines } from '@tallystick/engine/merkle'
import type { Side } from '@tallystick/engine/record'
import type { PeriodRunRecord } from '@tallystick/schema/period-run'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { eventOf } from '../http/audit-event.ts'
import { ProblemError } from '../http/problem.ts'
import { storageProblem } from '../http/usage/storage-quota.ts'
import { sha256 } from '../platform/hasher.ts'
import { auditStore } from '../store/audit-store.ts'
import type { Database } from '../store/database.ts'
import { decisionStore } from '../store/decision-store.ts'
import { type FilePart, isPeriodRunConflict, type PeriodRunRow, periodRunStore } from '../store/period-run-store.ts'
import { type PeriodRow, periodStore } from '../store/period-store.ts'
import { isStorageConflict, storageStore } from '../store/storage-store.ts'
import { decidedFiles } from './decided-files.ts'
import { partsOfText } from './line-parts.ts'
import { refuseUnlessOpen } from './period-change.ts'
import { readPeriodLines } from './period-lines.ts'
import { dbOf } from './read-reconciliations.ts'
import { soundOf } from './sound.ts'
import { begunFiles } from './stored-period.ts'

/**
 * Runs the rules of a period and the instructions of its decisions over all that it reads, in memory. The run is the
 * one from which its items come from then on. Throws `run_too_large`, `period_not_run` where the period before has
 * datasets and no run, and the problems of a period that is not open.
 */
export async function makePeriodRun(c: Context<AppEnv>, periodId: string): Promise<PeriodRunRecord> {
  const { tenantId, actor } = c.var.identity
  const db = dbOf(c)
  const [row] = await periodStore(db).find(tenantId, periodId)
  if (row === undefined) throw new ProblemError('period_not_found')
  refuseUnlessOpen(row)
  const [rows, [last]] = await db.batch([
    decisionStore(db).all(tenantId, periodId),
    periodRunStore(db).newest(tenantId, periodId),
  ])
  await requireRunBefore(db, row)
  const { datasets, statements } = await readPeriodLines(c, row)
  const begun = await begunFiles(db, row)
  const read = datasets.reduce((all, dataset) => addDataset(sha256, all, dataset), begun)
  const files = { ...read, ...decidedFiles(row, { rows, statements }) }
  const settled = soundOf(settlePeriod(sha256, files), 'A file of the period')
  const now = c.var.isolate.now()
  const [number, revision] = [(last?.number ?? 0) + 1, row.revision + 1]
  const made = { number, revision, createdAt: timestampOf(now), createdBy: actor.id }
  const record = recordOf(settled, made)
  const run: PeriodRunRow = {
    ...{ tenantId, periodId, number, revision, record: JSON.stringify(record), resultRoot: record.resultRoot },
    ...{ createdAt: now, createdBy: actor.id },
  }
  await storeRun(c, run, settled.files)
  return record
}

/** What a run begins with depends on that of the period before. */
async function requireRunBefore(db: Database, { tenantId, reconciliationId, number }: PeriodRow): Promise<void> {
  if (number === 1) return
  const [before] = await periodStore(db).page(tenantId, reconciliationId, { before: number, limit: 1 })
  const [run] = before === undefined ? [] : await periodRunStore(db).newest(tenantId, before.id)
  if (run === undefined) throw new ProblemError('period_not_run', { detail: 'The period before has to be run first.' })
}

function recordOf(
  { files, period }: { readonly files: PeriodFiles; readonly period: ReadPeriod },
  made: Pick<PeriodRunRecord, 'number' | 'revision' | 'createdAt' | 'createdBy'>,
): PeriodRunRecord {
  const rootOf = (name: keyof PeriodFiles): string => rootOfLines(sha256, linesOf(files[name]))
  return {
    ...made,
    engine: engineVersion,
    source: sideOf(period, 'source'),
    target: sideOf(period, 'target'),
    openingRoot: rootOf('opening.ndjson'),
    instructions: { count: period.instructions.length, root: rootOf('instructions.ndjson') },
    resultRoot: rootOf('result.ndjson'),
  }
}

function sideOf({ manifest, records }: ReadPeriod, side: Side): PeriodRunRecord['source'] {
  const countOf = (place: ReadPeriod['records']['source'][number]['aside']): number =>
    records[side].filter(({ aside }) => aside === place).length
  return {
    count: countOf(undefined),
    later: countOf('later'),
    repeated: countOf('repeated'),
    withdrawn: countOf('withdrawn'),
    parts: manifest.parts[side].map(({ kind, root, count }) => ({ kind, root, count })),
  }
}

/** Decisions and sign-offs have tables of their own. */
const storedNames = periodFileNames.filter(
  (name) => name !== 'decisions.ndjson' && name !== 'notes.ndjson' && name !== 'signoffs.ndjson',
)

async function storeRun(c: Context<AppEnv>, run: PeriodRunRow, files: PeriodFiles): Promise<void> {
  const { tenantId, periodId, revision } = run
  const db = dbOf(c)
  const store = periodRunStore(db)
  const parts = storedNames
    .flatMap((name) => partsOfText(files[name]).map((text) => ({ name, text })))
    .map((part, seq): FilePart => ({ seq, ...part }))
  try {
    await db.batch([
      store.insert(run),
      ...parts.map((part) => store.insertFile(run, part)),
      store.removeOld(run),
      periodStore(db).revise(tenantId, { id: periodId, revision: revision - 1 }),
      storageStore(db).requireRoom(tenantId),
      auditStore(db).insert(
        eventOf(c, { action: 'period.run', subject: periodId, details: { number: String(run.number) } }),
      ),
    ])
  } catch (error) {
    if (isStorageConflict(error)) throw await storageProblem(db, tenantId, 0)
    if (!isPeriodRunConflict(error)) throw error
    throw new ProblemError('temporarily_overloaded', {
      detail: 'The period was changed while it ran. Nothing was stored: run it again.',
      headers: { 'Retry-After': '1' },
    })
  }
}
