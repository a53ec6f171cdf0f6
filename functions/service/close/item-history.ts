import { chainOf, type SeenFrom, type SeenPeriod, seenIn } from '@tallystick/audit/close/seen-items'
import { keyOfItem } from '@tallystick/engine/close'
import type { ItemHistoryQuery, PeriodOfItem } from '@tallystick/schema/item-history'
import { storedPeriodState } from '@tallystick/schema/period'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { decodeCursor, encodeCursor, type Page } from '../http/cursor.ts'
import { ProblemError } from '../http/problem.ts'
import { executorOf } from '../runs/executor.ts'
import { namesOfActors } from '../store/actor-names.ts'
import { type PeriodRow, periodStore } from '../store/period-store.ts'
import { dbOf } from './read-reconciliations.ts'
import { foldOf, readPeriod, type StoredPeriod } from './stored-period.ts'

/**
 * The periods that an item went through, with the residuals of its chain, from that in which it was first seen. The last
 * one is the first that leaves none of them open, or the newest. Throws `invalid_cursor`, `period_not_found` and
 * `item_not_found`. Costs the trips of `readPeriod` and a fold for each period, and two trips more.
 */
export async function historyOf(
  c: Context<AppEnv>,
  periodId: string,
  query: ItemHistoryQuery,
): Promise<Page<PeriodOfItem>> {
  const { tenantId } = c.var.identity
  const { limit, cursor, ...name } = query
  const key = [tenantId, 'item history', periodId, keyOfItem(name)]
  const known = await inPeriod(c, periodId, (opened) => {
    const item = opened.folded.items.find((each) => keyOfItem(each.name) === keyOfItem(name))
    if (item === undefined) throw new ProblemError('item_not_found')
    const chain = chainOf(item)
    return { chain, row: opened.row, from: item.firstSeen.period, seen: seenIn(opened, chain) }
  })
  const rows = await periodsFrom(c, known.row, known.from)
  const from = decodeCursor(key, cursor, ['number'])?.[0] ?? 0
  const found: SeenPeriod[] = []
  let next: number | null = null
  for (const row of rows.filter(({ number }) => number >= from)) {
    if (found.length === limit) {
      next = row.number
      break
    }
    const seen = row.id === periodId ? known.seen : await inPeriod(c, row.id, (opened) => seenIn(opened, known.chain))
    if (seen.items.length > 0) found.push(seen)
    if (row.number >= known.row.number && !seen.items.some(({ isOpen }) => isOpen)) break
  }
  return { data: await withNames(c, found), nextCursor: next === null ? null : encodeCursor(key, [next]) }
}

type OpenedPeriod = SeenFrom & Pick<StoredPeriod, 'row'>

function seenFrom({ row, rows, read }: StoredPeriod): Omit<OpenedPeriod, 'folded'> {
  const { id, name, first, last, state } = row
  return {
    period: { id, name, first, last, state: storedPeriodState.parse(state) },
    noteOf: (line) => rows[read.decisions.indexOf(line)]?.note ?? null,
    ...{ row, read },
  }
}

/** What `read` takes of a period. Of the periods of a page only one is in memory at a time. */
async function inPeriod<Result>(
  c: Context<AppEnv>,
  periodId: string,
  read: (opened: OpenedPeriod) => Result,
): Promise<Result> {
  const period = await readPeriod(executorOf(c), c.var.identity.tenantId, periodId)
  if (period === undefined) throw new ProblemError('period_not_found')
  const taken = read({ ...seenFrom(period), folded: await foldOf(period) })
  c.var.memory.release()
  return taken
}

/** In their order, from the one of that name; all of them for an item that is older than the first one. */
async function periodsFrom(c: Context<AppEnv>, row: PeriodRow, name: string): Promise<readonly PeriodRow[]> {
  const all = { before: Number.MAX_SAFE_INTEGER, limit: periodCountMax }
  const rows = (await periodStore(dbOf(c)).page(row.tenantId, row.reconciliationId, all)).toReversed()
  return rows.slice(
    Math.max(
      0,
      rows.findIndex((each) => each.name === name),
    ),
  )
}

/** More than a reconciliation has: a day each for 27 years. */
const periodCountMax = 10_000

async function withNames(c: Context<AppEnv>, found: readonly SeenPeriod[]): Promise<PeriodOfItem[]> {
  const actors = found.flatMap(({ decisions }) => decisions.map(({ actor }) => actor))
  const names = await namesOfActors(dbOf(c), c.var.identity.tenantId, actors)
  return found.map(({ decisions, ...seen }) => ({
    ...seen,
    decisions: decisions.map((each) => ({
      ...each,
      by: { id: each.actor, name: names.get(each.actor) ?? each.actor },
    })),
  }))
}
