import { linesOf, type Parsed } from '@tallystick/engine/base'
import {
  createPeriodFold,
  type DecisionLine,
  type FoldedPeriod,
  nextOpening,
  type OpeningItem,
  type PeriodTerms,
  parseDecision,
  parseOpeningItem,
} from '@tallystick/engine/close'
import { recordsAltered } from '../http/altered.ts'
import { sha256 } from '../platform/hasher.ts'
import { computeInSlices } from '../platform/slices.ts'
import type { Database } from '../store/database.ts'
import { type DecisionRow, decisionStore } from '../store/decision-store.ts'
import { type PeriodRow, periodStore } from '../store/period-store.ts'
import { openingStore, ownerOfOpening, reconciliationStore } from '../store/reconciliation-store.ts'
import { settingsOf } from './reconciliation-record.ts'

/** A period with the lines that it is folded from. */
export interface StoredPeriod {
  readonly row: PeriodRow
  readonly terms: PeriodTerms
  readonly opening: readonly OpeningItem[]
  readonly rows: readonly DecisionRow[]
}

/**
 * Reads a period. Its opening is what was given, or what the periods before hand on, which are folded in their order.
 * Undefined for an unknown one. A trip to D1, one for each period up to it, and one for each two megabytes of an opening.
 */
export async function readPeriod(db: Database, tenantId: string, id: string): Promise<StoredPeriod | undefined> {
  const [row] = await periodStore(db).find(tenantId, id)
  if (row === undefined) return undefined
  const { reconciliationId, number } = row
  let opening = await givenOpening(db, tenantId, reconciliationId)
  for (let each = 1; each < number; each += 1) {
    const [before] = await periodStore(db).page(tenantId, reconciliationId, { before: each + 1, limit: 1 })
    if (before === undefined) throw recordsAltered(`The period ${each} of the reconciliation is gone.`)
    const period = await withLines(db, before, opening)
    const folded = await foldOf(period, linesIn(period.rows))
    opening = nextOpening(folded, { name: row.name, balances: { source: {}, target: {} } }).items
  }
  return withLines(db, row, opening)
}

async function withLines(db: Database, row: PeriodRow, opening: readonly OpeningItem[]): Promise<StoredPeriod> {
  const { tenantId, reconciliationId, settingsVersion, name, first, last } = row
  const [rows, [settings]] = await db.batch([
    decisionStore(db).all(tenantId, row.id),
    reconciliationStore(db).settings(tenantId, reconciliationId, settingsVersion),
  ])
  if (settings === undefined) throw recordsAltered('The settings of the period are gone.')
  const { statement, isTurned, approvalAbove } = settingsOf(settings.settings)
  return { row, terms: { period: { name, first, last }, statement, isTurned, approvalAbove }, opening, rows }
}

const partCountAtOnce = 4

async function givenOpening(db: Database, tenantId: string, reconciliationId: string): Promise<readonly OpeningItem[]> {
  const [found] = await reconciliationStore(db).find(tenantId, reconciliationId)
  if (found === undefined || found.openingVersion === null) return []
  const owner = ownerOfOpening({ reconciliationId, version: found.openingVersion })
  const items: OpeningItem[] = []
  for (let fromSeq = 0; ; fromSeq += partCountAtOnce) {
    const parts = await openingStore(db).lines(tenantId, owner, { fromSeq, limit: partCountAtOnce })
    for (const { text } of parts)
      for (const line of linesOf(text)) items.push(soundOf(parseOpeningItem(line), 'A line of the opening'))
    if (parts.length < partCountAtOnce) return items
  }
}

/** The period after these decisions. Computed in slices, between which other requests have their turn. */
export async function foldOf({ terms, opening }: StoredPeriod, lines: readonly DecisionLine[]): Promise<FoldedPeriod> {
  const fold = createPeriodFold(terms, { sha256 })
  for (const item of opening) fold.addOpening(item, 'opening')
  for (const line of lines) fold.addDecision(line)
  return computeInSlices(fold.finish())
}

export const linesIn = (rows: readonly DecisionRow[]): readonly DecisionLine[] =>
  rows.map(({ line }) => soundOf(parseDecision(line), 'A decision'))

function soundOf<Value>(parsed: Parsed<Value>, what: string): Value {
  if (!parsed.ok) throw recordsAltered(`${what} was changed after it was stored.`)
  return parsed.value
}
