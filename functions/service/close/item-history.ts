import { formatDecimal } from '@tallystick/engine/base'
import {
  type DecisionLine,
  type FoldedPeriod,
  groupOf,
  type ItemName,
  isOpenState,
  keyOfItem,
  type PeriodItem,
} from '@tallystick/engine/close'
import type { DecisionRecord } from '@tallystick/schema/decision'
import type { ItemHistoryQuery, PeriodOfItem } from '@tallystick/schema/item-history'
import { storedPeriodState } from '@tallystick/schema/period'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { decodeCursor, encodeCursor, type Page } from '../http/cursor.ts'
import { ProblemError } from '../http/problem.ts'
import { executorOf } from '../runs/executor.ts'
import { namesOfActors } from '../store/actor-names.ts'
import { type PeriodRow, periodStore } from '../store/period-store.ts'
import { decisionRecordOf } from './decision-record.ts'
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
    return { chain, row: opened.period.row, from: item.firstSeen.period, seen: seenIn(opened, chain) }
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

interface Opened {
  readonly period: StoredPeriod
  readonly folded: FoldedPeriod
}

/** What `read` takes of a period. Of the periods of a page only one is in memory at a time. */
async function inPeriod<Result>(
  c: Context<AppEnv>,
  periodId: string,
  read: (opened: Opened) => Result,
): Promise<Result> {
  const period = await readPeriod(executorOf(c), c.var.identity.tenantId, periodId)
  if (period === undefined) throw new ProblemError('period_not_found')
  const { source, target } = period.read.records
  await c.var.memory.takeForRecords(source.length + target.length)
  const taken = read({ period, folded: await foldOf(period) })
  c.var.memory.release()
  return taken
}

/** Equal for a record and the residuals that matches left of it. */
const chainOf = ({ name, chain }: PeriodItem): string =>
  keyOfItem(chain === undefined ? name : { ...name, id: chain.id, leaf: chain.leaf })

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

type SeenPeriod = Omit<PeriodOfItem, 'decisions'> & { readonly decisions: readonly DecisionRecord[] }

function seenIn(opened: Opened, chain: string): SeenPeriod {
  const { id, name, first, last, state } = opened.period.row
  const items = opened.folded.items.filter((each) => chainOf(each) === chain)
  return {
    period: { id, name, first, last, state: storedPeriodState.parse(state) },
    items: items.map((item) => seenItemOf(opened, item)),
    decisions: linesAbout(opened, items).map((line) => decisionOf(opened, line)),
  }
}

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

/** The decisions that name one of the items, and those that follow one of these. */
function linesAbout({ period }: Opened, items: readonly PeriodItem[]): readonly DecisionLine[] {
  const keys = new Set(items.map(({ name }) => keyOfItem(name)))
  const ids = new Set<string>()
  return period.read.decisions.filter(({ id, items: named = [], follows }) => {
    const isAbout = named.some((name) => keys.has(keyOfItem(name))) || (follows !== undefined && ids.has(follows))
    if (isAbout) ids.add(id)
    return isAbout
  })
}

function decisionOf({ period: { read, rows }, folded }: Opened, line: DecisionLine) {
  const status = folded.decisions.find(({ decision }) => decision === line.id)
  if (status === undefined) throw new Error('The fold knows every decision')
  return decisionRecordOf(line, { note: rows[read.decisions.indexOf(line)]?.note ?? null, status })
}

function seenItemOf(opened: Opened, item: PeriodItem): PeriodOfItem['items'][number] {
  const { name, state, amount, currency, label, expected, owner } = item
  return {
    ...{ name, state, amount: formatDecimal(amount), currency, isOpen: isOpenState(state) },
    ...{ label: label ?? null, expected: expected ?? null, owner: owner ?? null },
    settledBy: settlementOf(opened, item),
  }
}

const othersMax = 100

function settlementOf(opened: Opened, { name, settledBy }: PeriodItem): PeriodOfItem['items'][number]['settledBy'] {
  if (settledBy === undefined) return null
  const { by, rule, decision } = settledBy
  const group = groupSettled(opened, name, decision)
  const others = group.filter((each) => keyOfItem(each) !== keyOfItem(name))
  return {
    by,
    rule: by === 'decision' ? null : (rule ?? null),
    decision: decision ?? null,
    others: others.slice(0, othersMax).map((each) => ({ ...each })),
    otherCount: others.length,
  }
}

/** The run knows only decisions that were made before it. */
function groupSettled({ period: { read }, folded }: Opened, name: ItemName, decision?: string): readonly ItemName[] {
  const made = read.decisions.find(({ id }) => id === decision)
  return made?.items ?? groupOf(read, folded, name) ?? []
}
