import {
  type BegunPeriod,
  beginAfter,
  beginPeriod,
  type DecisionLine,
  type FoldedPeriod,
  foldInSlices,
  type ItemName,
  type NextOpening,
  nextOpening,
  noLines,
  openingLines,
  parseBalances,
  parseDecision,
  parseOpening,
  type ReadPeriod,
  statedBalances,
} from '@tallystick/engine/close'
import { noReceipt } from '@tallystick/engine/log'
import { rootOfLines } from '@tallystick/engine/merkle'
import type { BySide } from '@tallystick/engine/record'
import { recordsAltered } from '../http/altered.ts'
import type { RequestMemory } from '../http/app-env.ts'
import { sha256 } from '../platform/hasher.ts'
import { computeInSlices } from '../platform/slices.ts'
import { soundPolicyOf } from '../runs/stored-policy.ts'
import type { Database } from '../store/database.ts'
import { type DecisionRow, decisionStore } from '../store/decision-store.ts'
import type { LineAccess } from '../store/line-access.ts'
import { type PeriodRow, periodStore } from '../store/period-store.ts'
import { reconciliationStore } from '../store/reconciliation-store.ts'
import { type RunRow, runStore } from '../store/run-store.ts'
import { decidedFiles } from './decided-files.ts'
import { givenOpening } from './given-opening.ts'
import { type DatasetsToRead, type LongLines, longLinesOf } from './long-lines.ts'
import {
  type FilesAndLines,
  type FilesOfRun,
  filesOfRun,
  type PeriodRun,
  periodRunOf,
  type StoredFiles,
} from './period-run-files.ts'
import { type PeriodAccess, sizeOfKept } from './period-size.ts'
import { readRun } from './read-run.ts'
import { settingsOf } from './reconciliation-record.ts'
import { soundOf } from './sound.ts'

/** A period with the files that it is folded from. It holds no more of records and result than its fold wants. */
export interface StoredPeriod extends FilesAndLines {
  readonly row: PeriodRow
  readonly rows: readonly DecisionRow[]
  /** Undefined before the first run: then the files have what the opening hands to the period, and no dataset. */
  readonly run: PeriodRun | undefined
  /** Without records once it let go of them. */
  read: ReadPeriod
  /** Whether it was read from what its run has kept alone. */
  readonly isOfKept: boolean
}

/**
 * Lets go of the records that a period holds, and of what the request has reserved: beside them there is no room for its run
 * or for the period before. It is not folded after that.
 */
export function letGoOfRecords(period: StoredPeriod, memory: RequestMemory | undefined): void {
  period.read = { ...period.read, records: { source: [], target: [] }, result: noLines }
  memory?.release()
}

/**
 * Reads a period: the files of its run with all decisions made since. Without a run they begin with what the period
 * before hands on, which is read likewise. Undefined for an unknown one. Two trips to D1 for each period that is read, and
 * more where a decision names a record that the run has not kept.
 */
export async function readPeriod(
  access: PeriodAccess,
  tenantId: string,
  id: string,
): Promise<StoredPeriod | undefined> {
  return openPeriod(access, await access.db.batch(periodStatements(access.db, tenantId, id)))
}

/** The statements for `openPeriod`. */
export const periodStatements = (db: Database, tenantId: string, id: string) =>
  [
    periodStore(db).find(tenantId, id),
    decisionStore(db).all(tenantId, id),
    runStore(db).ofPeriod(tenantId, id),
  ] as const

type PeriodAnswers = readonly [readonly PeriodRow[], readonly DecisionRow[], readonly RunRow[]]

interface Opening {
  /** Further records that decisions name. */
  readonly named?: readonly ItemName[] | undefined
  /** Goes through all lines of the period, whatever its run has kept of them. */
  readonly isWhole?: boolean
}

/**
 * Undefined for an unknown period. Holds what the fold wants, also for decisions that name further records. A trip to D1 for
 * a period that was run, see `filesOfRun`, and where all lines are gone through those of `longLinesOf`. Throws
 * `records_altered` where a decision before the last one is gone, and an `ItemLimitError` where the further records are
 * too many to be held.
 */
export async function openPeriod(
  access: PeriodAccess,
  answers: PeriodAnswers,
  opening: Opening = {},
): Promise<StoredPeriod | undefined> {
  const gap = answers[1].findIndex(({ number }, index) => number !== index + 1)
  if (gap >= 0) throw recordsAltered(`The decision ${gap + 1} of the period is gone.`)
  return openAsStored(access, answers, opening)
}

/** As `openPeriod`, whichever decisions are gone. */
export async function openAsStored(
  access: PeriodAccess,
  [[row], rows, [found]]: PeriodAnswers,
  { named = [], isWhole = false }: Opening = {},
): Promise<StoredPeriod | undefined> {
  if (row === undefined) return undefined
  const run = found && periodRunOf(found)
  if (run?.period.kept !== undefined) await access.memory?.takeForPeriod(sizeOfKept(run, run.period.kept, rows.length))
  const stored = run === undefined ? await begunFiles(access, row) : await filesOfRun(access, row, run)
  const { statements } = soundOf(parseBalances(stored.files['balances.json']), 'The balances of the run')
  const files = { ...stored.files, ...decidedFiles(row, { rows, statements }) }
  const { lines } = stored
  const kept = isWhole ? undefined : stored.kept
  return { row, rows, run, files, lines, ...(await readRun(access, { files, lines, kept, run, named })) }
}

async function begunFiles(access: PeriodAccess, row: PeriodRow): Promise<FilesOfRun> {
  const files = await begunAfter(access, row, await periodBefore(access, row))
  return { files, lines: linesOfBegun(access, row, { files, read: { source: [], target: [] } }), kept: undefined }
}

/** What a period reads that is not run. */
export const linesOfBegun = (
  access: LineAccess,
  { tenantId }: PeriodRow,
  { files, read }: { readonly files: StoredFiles; readonly read: BySide<DatasetsToRead> },
): LongLines => {
  const { items } = soundOf(parseOpening(files['opening.ndjson']), 'The opening of the period')
  return longLinesOf(access, { tenantId, items, read, run: undefined })
}

/** The files of a period that has read nothing but what the period before hands on. */
export async function begunAfter(
  { db }: LineAccess,
  row: PeriodRow,
  before: StoredPeriod | undefined,
): Promise<StoredFiles> {
  const { tenantId, reconciliationId, name, first, last } = row
  const opening = before === undefined ? await givenOpening(db, row) : await handedOn(before, name)
  const [[settings], [policy]] = await db.batch([
    reconciliationStore(db).settings(tenantId, reconciliationId, row.settingsVersion),
    reconciliationStore(db).policy(tenantId, reconciliationId, row.policyVersion),
  ])
  if (settings === undefined || policy === undefined) throw recordsAltered('The settings of the period are gone.')
  const begun: BegunPeriod = {
    terms: settingsOf(settings.settings),
    period: { name, first, last },
    before: before === undefined ? noReceipt : rootOfLines(sha256, openingLines(opening)),
    rules: await soundPolicyOf(db, policy),
    opening,
  }
  return before === undefined ? beginPeriod(sha256, begun) : beginAfter(sha256, before.read, begun)
}

/** Undefined for the first period. */
export async function periodBefore(
  access: PeriodAccess,
  { tenantId, reconciliationId, number }: PeriodRow,
): Promise<StoredPeriod | undefined> {
  if (number === 1) return undefined
  const [before] = await periodStore(access.db).page(tenantId, reconciliationId, { before: number, limit: 1 })
  const read = before && (await readPeriod(access, tenantId, before.id))
  if (read === undefined) throw recordsAltered('The period before is gone.')
  return read
}

export async function handedOn(before: StoredPeriod, name: string): Promise<NextOpening> {
  const folded = await foldOf(before)
  const { manifest, balances } = before.read
  return nextOpening(folded, { name, balances: statedBalances(balances, manifest.period).closing })
}

/** The period after its decisions, or after `decisions`. In slices, between which other requests have their turn. */
export const foldOf = ({ read }: StoredPeriod, decisions: readonly DecisionLine[] = read.decisions) =>
  computeInSlices<FoldedPeriod>(foldInSlices(sha256, { ...read, decisions }))

export const linesIn = (rows: readonly DecisionRow[]): readonly DecisionLine[] =>
  rows.map(({ line }) => soundOf(parseDecision(line), 'A decision'))
