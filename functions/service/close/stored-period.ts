import { linesOf } from '@tallystick/engine/base'
import {
  type BegunPeriod,
  beginAfter,
  beginPeriod,
  type DecisionLine,
  type FoldedPeriod,
  foldInSlices,
  type NextOpening,
  nextOpening,
  openingLines,
  type PeriodFiles,
  parseBalances,
  parseDecision,
  parseOpeningItem,
  type ReadPeriod,
  readPeriod as readFiles,
  statedBalances,
} from '@tallystick/engine/close'
import { noReceipt } from '@tallystick/engine/log'
import { rootOfLines } from '@tallystick/engine/merkle'
import { recordsAltered } from '../http/altered.ts'
import { sha256 } from '../platform/hasher.ts'
import { computeInSlices } from '../platform/slices.ts'
import { soundPolicyOf } from '../runs/stored-policy.ts'
import type { Database } from '../store/database.ts'
import { type DecisionRow, decisionStore } from '../store/decision-store.ts'
import { type FilePart, type PeriodRunRow, periodRunStore } from '../store/period-run-store.ts'
import { type PeriodRow, periodStore } from '../store/period-store.ts'
import { openingStore, ownerOfOpening, reconciliationStore } from '../store/reconciliation-store.ts'
import { decidedFiles } from './decided-files.ts'
import { settingsOf } from './reconciliation-record.ts'
import { soundOf } from './sound.ts'

/** A period with the files that it is folded from. */
export interface StoredPeriod {
  readonly row: PeriodRow
  readonly rows: readonly DecisionRow[]
  /** Undefined before the first run: then the files have what the opening hands to the period, and no dataset. */
  readonly run: PeriodRunRow | undefined
  readonly files: PeriodFiles
  readonly read: ReadPeriod
}

/**
 * Reads a period: the files of its run with all decisions made since. Without a run they begin with what the period
 * before hands on, which is read likewise. Undefined for an unknown one. A trip to D1 for each period that is read, and one
 * for each two megabytes beyond the first.
 */
export async function readPeriod(db: Database, tenantId: string, id: string): Promise<StoredPeriod | undefined> {
  return openPeriod(db, await db.batch(periodStatements(db, tenantId, id)))
}

/** The statements for `openPeriod`. */
export const periodStatements = (db: Database, tenantId: string, id: string) =>
  [
    periodStore(db).find(tenantId, id),
    decisionStore(db).all(tenantId, id),
    periodRunStore(db).newest(tenantId, id),
    periodRunStore(db).newestFiles(tenantId, id, partCountAtOnce),
  ] as const

type PeriodAnswers = readonly [
  readonly PeriodRow[],
  readonly DecisionRow[],
  readonly PeriodRunRow[],
  readonly FilePart[],
]

/** Undefined for an unknown period. */
export async function openPeriod(
  db: Database,
  [[row], rows, [run], parts]: PeriodAnswers,
): Promise<StoredPeriod | undefined> {
  if (row === undefined) return undefined
  const own = run === undefined ? await begunFiles(db, row) : filesOfRun(run, await storedFiles(db, run, parts))
  const { statements } = soundOf(parseBalances(own['balances.json']), 'The balances of the run')
  const files = { ...own, ...decidedFiles(row, { rows, statements }) }
  return { row, rows, run, files, read: soundOf(readFiles(sha256, files), 'A file of the period') }
}

/** The files of a run by their names, without those that are empty. `first` has the first parts, where they are read. */
export async function storedFiles(
  db: Database,
  run: PeriodRunRow,
  first?: readonly FilePart[],
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  for (let from = 0, read = first; ; from += partCountAtOnce, read = undefined) {
    const parts = read ?? (await periodRunStore(db).files(run, { from, limit: partCountAtOnce }))
    for (const { name, text } of parts) texts.set(name, (texts.get(name) ?? '') + text)
    if (parts.length < partCountAtOnce) return texts
  }
}

function filesOfRun(run: PeriodRunRow, texts: ReadonlyMap<string, string>): PeriodFiles {
  const text = (name: keyof PeriodFiles): string => texts.get(name) ?? ''
  if (rootOfLines(sha256, linesOf(text('result.ndjson'))) !== run.resultRoot)
    throw recordsAltered('The result of the period’s run does not have its root.')
  return {
    'manifest.json': text('manifest.json'),
    'rules.json': text('rules.json'),
    'opening.ndjson': text('opening.ndjson'),
    'earlier.ndjson': text('earlier.ndjson'),
    'source.ndjson': text('source.ndjson'),
    'target.ndjson': text('target.ndjson'),
    'aside.ndjson': text('aside.ndjson'),
    'instructions.ndjson': text('instructions.ndjson'),
    'result.ndjson': text('result.ndjson'),
    'decisions.ndjson': '',
    'notes.ndjson': '',
    'balances.json': text('balances.json'),
    'signoffs.ndjson': '',
  }
}

/** The files of a period that has read nothing but what the period before hands on. */
export async function begunFiles(db: Database, row: PeriodRow): Promise<PeriodFiles> {
  const { tenantId, reconciliationId, name, first, last } = row
  const before = await periodBefore(db, row)
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
  db: Database,
  { tenantId, reconciliationId, number }: PeriodRow,
): Promise<StoredPeriod | undefined> {
  if (number === 1) return undefined
  const [before] = await periodStore(db).page(tenantId, reconciliationId, { before: number, limit: 1 })
  const read = before && (await readPeriod(db, tenantId, before.id))
  if (read === undefined) throw recordsAltered('The period before is gone.')
  return read
}

export async function handedOn(before: StoredPeriod, name: string): Promise<NextOpening> {
  const folded = await foldOf(before)
  const { manifest, balances } = before.read
  return nextOpening(folded, { name, balances: statedBalances(balances, manifest.period).closing })
}

const partCountAtOnce = 4

async function givenOpening(db: Database, { tenantId, reconciliationId, name }: PeriodRow): Promise<NextOpening> {
  const none = { source: {}, target: {} }
  const [found] = await reconciliationStore(db).find(tenantId, reconciliationId)
  const version = found?.openingVersion ?? null
  const header = { kind: 'tallystick/opening@1', period: name, balances: none, excluded: none, exchanged: {} } as const
  if (version === null) return { header, items: [] }
  const [given] = await openingStore(db).find(tenantId, reconciliationId, version)
  if (given === undefined) throw recordsAltered('The opening is gone.')
  const owner = ownerOfOpening({ reconciliationId, version })
  const items: NextOpening['items'][number][] = []
  for (let fromSeq = 0; ; fromSeq += partCountAtOnce) {
    const parts = await openingStore(db).lines(tenantId, owner, { fromSeq, limit: partCountAtOnce })
    for (const { text } of parts)
      for (const line of linesOf(text)) items.push(soundOf(parseOpeningItem(line), 'A line of the opening'))
    if (parts.length < partCountAtOnce) return { header: { ...header, balances: JSON.parse(given.balances) }, items }
  }
}

/** The period after its decisions, or after `decisions`. In slices, between which other requests have their turn. */
export const foldOf = ({ read }: StoredPeriod, decisions: readonly DecisionLine[] = read.decisions) =>
  computeInSlices<FoldedPeriod>(foldInSlices(sha256, { ...read, decisions }))

export const linesIn = (rows: readonly DecisionRow[]): readonly DecisionLine[] =>
  rows.map(({ line }) => soundOf(parseDecision(line), 'A decision'))
