import type { ZipFile } from '@tallystick/audit/zip/zip'
import { utf8 } from '@tallystick/engine/base'
import { earlierTextsOf } from '../close/earlier-lines.ts'
import { listedPeriodOf } from '../close/period-record.ts'
import { periodRunOf } from '../close/period-run-files.ts'
import { reconciliationRecordOf } from '../close/reconciliation-record.ts'
import { actStore, type SignoffRow } from '../store/act-store.ts'
import { closePartsOf, ownerOfLines } from '../store/close-line-store.ts'
import type { Database } from '../store/database.ts'
import { type DecisionRow, decisionStore } from '../store/decision-store.ts'
import { type PeriodRow, periodStore } from '../store/period-store.ts'
import { type FoundReconciliation, ownerOfOpening, reconciliationStore } from '../store/reconciliation-store.ts'
import { runStore } from '../store/run-store.ts'
import { linesOf, pagesOf } from './exported-lines.ts'

const pageSize = 100

/** Reconciliations, the items of their openings, and periods with what they read. */
export async function* closeFiles(db: Database, tenantId: string): AsyncGenerator<ZipFile> {
  const found = pagesOf(pageSize, (last: { id: string } | undefined, limit) =>
    reconciliationStore(db).page(tenantId, { before: last?.id ?? 'rcn_~', limit }),
  )
  const withOpenings: FoundReconciliation[] = []
  const show = (each: FoundReconciliation) => {
    if (each.openingVersion !== null) withOpenings.push(each)
    return reconciliationRecordOf(each)
  }
  yield { name: 'reconciliations.ndjson', parts: linesOf(found, show) }
  for (const each of withOpenings) yield { name: `openings/${each.id}.ndjson`, parts: linesOfOpening(db, each) }
  const periods = pagesOf(pageSize, (last: { id: string } | undefined, limit) =>
    periodStore(db).all(tenantId, { after: last?.id ?? '', limit }),
  )
  const begun: PeriodRow[] = []
  const showPeriod = (each: PeriodRow) => {
    begun.push(each)
    return listedPeriodOf(each)
  }
  yield { name: 'periods.ndjson', parts: linesOf(periods, showPeriod) }
  for (const { id, runId, first } of begun) {
    const signoffs = await actStore(db).signoffs(tenantId, id)
    if (runId !== null) yield* linesOfRun(db, { tenantId, runId, first, folder: `periods/${id}` })
    const signed = new Set(signoffs.map((each) => each.runId).filter((each) => each !== runId))
    for (const each of signed) yield* linesOfRun(db, { tenantId, runId: each, first, folder: `periods/${id}/${each}` })
    if (signoffs.length > 0) yield { name: `signoffs/${id}.ndjson`, parts: signoffs.map(shownSignoff).map(utf8) }
  }
  for (const { id } of begun)
    yield { name: `decisions/${id}.ndjson`, parts: linesOf(decisionsOf(db, tenantId, id), shownDecision) }
}

/** The canonical lines, each with the text of its note. */
const decisionsOf = (db: Database, tenantId: string, periodId: string) =>
  pagesOf(pageSize, (last: { number: number } | undefined, limit) =>
    decisionStore(db).page(tenantId, periodId, { before: last?.number ?? Number.MAX_SAFE_INTEGER, limit }),
  )

interface ExportedRun {
  readonly tenantId: string
  readonly runId: string
  readonly first: string
  readonly folder: string
}

/** What a run of a period read beside datasets. Throws `AlteredLinesError`. */
async function* linesOfRun(db: Database, { tenantId, runId, first, folder }: ExportedRun): AsyncGenerator<ZipFile> {
  const [run] = await runStore(db).find(tenantId, runId)
  if (run === undefined || run.period === null) return
  const { id, opening, aside, instructions } = run.period
  for (const [name, root] of Object.entries({ opening, aside, instructions }))
    if (root !== null) yield { name: `${folder}/${name}.ndjson`, parts: partsAt(db, tenantId, ownerOfLines(id, root)) }
  yield { name: `${folder}/earlier.ndjson`, parts: bytesOf(earlierTextsOf({ db }, periodRunOf(run), { first })) }
}

/** The entry of the log, with what of it is hashed there and the balances that were submitted. */
const shownSignoff = ({ line, reason, balances, runId, decisionCount }: SignoffRow): string =>
  `${JSON.stringify({ signoff: JSON.parse(line), reason, runId, decisionCount, balances: JSON.parse(balances) })}\n`

const shownDecision = ({ line, note }: DecisionRow) => ({ decision: JSON.parse(line), note })

async function* linesOfOpening(
  db: Database,
  { tenantId, id: reconciliationId, openingVersion }: FoundReconciliation,
): AsyncGenerator<Uint8Array> {
  const owner = ownerOfOpening({ reconciliationId, version: openingVersion ?? 0 })
  yield* partsAt(db, tenantId, owner)
}

async function* partsAt(db: Database, tenantId: string, owner: string): AsyncGenerator<Uint8Array> {
  yield* bytesOf(closePartsOf(db, tenantId, { owner }))
}

async function* bytesOf(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield utf8(text)
}
