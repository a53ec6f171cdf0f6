import { createPace, parseDate, type Slices } from '@tallystick/engine/base'
import { isOpenState, keyOfItem, type PeriodItem } from '@tallystick/engine/close'
import { hashOfLine } from '@tallystick/engine/merkle'
import type { DeliveryName } from '../env.ts'
import { withMemory } from '../http/middleware/memory-budget.ts'
import { dayIn } from '../platform/daily-time.ts'
import { sha256 } from '../platform/hasher.ts'
import { computeInSlices } from '../platform/slices.ts'
import type { Executor } from '../runs/executor.ts'
import { type AgedLook, agedStore, isNewestLook } from '../store/aged-store.ts'
import { putNewOnQueue } from '../store/delivery-queue.ts'
import { anyListener, namesIn, tellIf, toldEvent } from '../store/told-events.ts'
import { periodPath } from './period-record.ts'
import { foldOf, readPeriod } from './stored-period.ts'

/** Of one call. No look begins after so many milliseconds: each may fold several periods. */
const lookCountMax = 50
const callMilliseconds = 20_000

/** Periods of one look. */
const periodCountMax = 12

/** Items of one event, which are remembered in the batch that tells it. */
const itemCountMax = 10_000

const [hour, day] = [3_600_000, 86_400_000]

const type = 'item.aged'

/**
 * Looks once a day at each reconciliation with `agedDays`, and tells how many open items have become so old. Nothing is read
 * while no webhook wants to know. `attempt` gets each look, so that one that fails holds up no other.
 */
export async function tellAgedItems(
  executor: Executor,
  attempt: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const { db, isolate } = executor
  const begunAt = isolate.now()
  for (const due of await agedStore(db).due(begunAt, lookCountMax)) {
    if (isolate.now() - begunAt > callMilliseconds) return
    await attempt(() => look(executor, due))
  }
}

type DueLook = Awaited<ReturnType<ReturnType<typeof agedStore>['due']>>[number]
type OpenPeriod = Awaited<ReturnType<ReturnType<typeof agedStore>['openPeriods']>>[number]

/** A look that ends its isolate is not repeated before the next day. */
async function look(executor: Executor, { zone, ...due }: DueLook): Promise<void> {
  const { db, isolate } = executor
  const { tenantId, reconciliationId } = due
  const now = isolate.now()
  const own = { ...due, lookAt: now + day }
  const today = dayIn(zone ?? 'UTC', now)
  const [taken, periods, listeners] = await db.batch([
    agedStore(db).takeLook(due, own.lookAt),
    agedStore(db).openPeriods(due, today, periodCountMax),
    anyListener(db, tenantId, { type, reconciliationId, now }),
  ])
  if (taken.length === 0 || periods.length === 0 || listeners.length === 0) return
  try {
    await putNewOnQueue(executor.env, await tellOf(executor, own, { periods, today }))
  } catch (error) {
    await agedStore(db).takeLook(own, now + hour)
    throw error
  }
}

interface Open {
  /** The last one first. */
  readonly periods: readonly OpenPeriod[]
  readonly today: string
}

async function tellOf(executor: Executor, own: AgedLook, open: Open): Promise<readonly DeliveryName[]> {
  const { db, isolate } = executor
  const store = agedStore(db)
  const ages = await openItems(executor, own, open)
  const told = await toldOf(executor, own)
  const settled = open.periods.some(({ isSubmitted }) => isSubmitted) ? [] : [...told].filter((item) => !ages.has(item))
  const aged = [...ages].flatMap(([item, age]) => (age >= own.days && !told.has(item) ? [item] : []))
  for (const items of partsOf(settled)) await store.forget(own, items)
  const names: DeliveryName[] = []
  const periodId = open.periods[0]?.id ?? ''
  for (const items of partsOf(aged)) {
    const now = isolate.now()
    const data = { periodId, days: own.days, itemCount: items.length, link: `${periodPath(periodId)}/items?sort=age` }
    const events = [toldEvent({ type, now, data, periodId })]
    const [, deliveries] = await db.batch([
      store.note(own, items),
      tellIf(db, own.tenantId, { events, now, condition: isNewestLook(own) }),
    ])
    names.push(...namesIn(deliveries))
  }
  return names
}

const partsOf = (items: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(items.length / itemCountMax) }, (_, part) =>
    items.slice(part * itemCountMax, (part + 1) * itemCountMax),
  )

async function toldOf({ db }: Executor, own: AgedLook): Promise<ReadonlySet<string>> {
  const told = new Set<string>()
  for (let after = ''; ; ) {
    const page = await agedStore(db).page(own, { after, limit: itemCountMax })
    for (const { item } of page) told.add(item)
    if (page.length < itemCountMax) return told
    after = page.at(-1)?.item ?? ''
  }
}

/**
 * The age of each open item today, or at the end of the last period where that is over. An item of several open periods is
 * as the last of them has it. Only one period is in memory at a time.
 */
async function openItems(
  executor: Executor,
  { tenantId }: AgedLook,
  { periods, today }: Open,
): Promise<ReadonlyMap<string, number>> {
  const ages = new Map<string, number>()
  if (!periods.some(({ hasItems }) => hasItems)) return ages
  const end = Math.min(dayOf(today), dayOf(periods[0]?.last ?? today))
  for (const { id, last, number, isOwn } of periods.toReversed()) {
    if (!isOwn && periods.some((each) => each.number === number - 1)) continue
    await withMemory(executor.isolate, async (memory) => {
      const period = await readPeriod({ ...executor, memory }, tenantId, id)
      if (period === undefined) return
      const { items } = await foldOf(period)
      await computeInSlices(noteAges(ages, items, end - dayOf(last)))
    })
  }
  return ages
}

const dayOf = (text: string): number => parseDate(text) ?? 0

const itemsOfSlice = 2_000

/** The fold counts ages to its period's end; `shift` are the days from there. */
function* noteAges(ages: Map<string, number>, items: readonly PeriodItem[], shift: number): Slices<void> {
  const pace = createPace(itemsOfSlice)
  for (const { name, state, part, ageDays } of items) {
    // What no longer is open here was settled here, unless it is a record that only this period reads.
    if (isOpenState(state)) ages.set(shortHashOf(name), ageDays + shift)
    else if (part !== 'dataset') ages.delete(shortHashOf(name))
    if (pace.endsSlice(1)) yield
  }
}

const shortHashOf = (name: PeriodItem['name']): string => hashOfLine(sha256, keyOfItem(name)).slice(0, 32)
