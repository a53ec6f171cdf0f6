import { linesOf } from '@tallystick/engine/base'
import { type NextOpening, parseLines, parseOpeningItem } from '@tallystick/engine/close'
import { rootOfLines } from '@tallystick/engine/merkle'
import { recordsAltered } from '../http/altered.ts'
import { sha256 } from '../platform/hasher.ts'
import { closeTextOf } from '../store/close-line-store.ts'
import type { Database } from '../store/database.ts'
import type { PeriodRow } from '../store/period-store.ts'
import { openingStore, ownerOfOpening, reconciliationStore } from '../store/reconciliation-store.ts'
import { soundOf } from './sound.ts'

/** What was given as the opening of the first period. Throws `records_altered`. */
export async function givenOpening(
  db: Database,
  { tenantId, reconciliationId, name }: PeriodRow,
): Promise<NextOpening> {
  const none = { source: {}, target: {} }
  const [found] = await reconciliationStore(db).find(tenantId, reconciliationId)
  const version = found?.openingVersion ?? null
  const header = { kind: 'tallystick/opening@1', period: name, balances: none, excluded: none, exchanged: {} } as const
  if (version === null) return { header, items: [] }
  const [given] = await openingStore(db).find(tenantId, reconciliationId, version)
  if (given === undefined) throw recordsAltered('The opening is gone.')
  const owner = ownerOfOpening({ reconciliationId, version })
  const text = await closeTextOf(db, tenantId, { owner })
  const items = soundOf(parseLines(text, parseOpeningItem), 'A line of the opening')
  if (rootOfLines(sha256, linesOf(text)) !== given.root) throw recordsAltered('The opening does not have its root.')
  return { header: { ...header, balances: JSON.parse(given.balances) }, items }
}
