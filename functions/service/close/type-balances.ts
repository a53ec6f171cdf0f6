import { timestampOf } from '@tallystick/audit/base/timestamp'
import { formatBalances, type PeriodBalances, statedBalances, type TypedBalance } from '@tallystick/engine/close'
import { sides } from '@tallystick/engine/record'
import { type BalancesRecord, balancesRequest } from '@tallystick/schema/balance'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { eventOf } from '../http/audit-event.ts'
import { readJson } from '../http/body.ts'
import { requireMatch, stale } from '../http/if-match.ts'
import { ProblemError } from '../http/problem.ts'
import { executorOf } from '../runs/executor.ts'
import { auditStore } from '../store/audit-store.ts'
import { hasBalances, periodStore } from '../store/period-store.ts'
import { canonicalText } from './canonical-amounts.ts'
import { refuseUnlessOpen } from './period-change.ts'
import { dbOf } from './read-reconciliations.ts'
import { readPeriod } from './stored-period.ts'

/**
 * Types closing balances of an open period, with who and when. What the actor typed last is not typed again, so that a
 * repeated request changes nothing. Throws the problems of `If-Match`.
 */
export async function typeBalances(c: Context<AppEnv>, periodId: string): Promise<BalancesRecord> {
  const { closing, reasons } = await readJson(c, balancesRequest)
  const { tenantId, actor } = c.var.identity
  const db = dbOf(c)
  const period = await readPeriod(executorOf(c), tenantId, periodId)
  if (period === undefined) throw new ProblemError('period_not_found')
  const { row, read } = period
  refuseUnlessOpen(row)
  // By the time a balance belongs to this edition, whose beginning another isolate may have stamped.
  const time = timestampOf(Math.max(c.var.isolate.now(), row.editionBegunAt))
  const { balances: before } = read
  const ofEdition = before.typed.filter((each) => each.time >= timestampOf(row.editionBegunAt))
  const added = sides.flatMap((side) =>
    Object.entries(closing[side])
      .map(([currency, text]): TypedBalance => ({ side, currency, amount: canonicalText(text), actor: actor.id, time }))
      .filter((each) => !isTypedLast(each, ofEdition)),
  )
  const balances = { ...before, typed: [...before.typed, ...added], reasons: { ...before.reasons, ...reasons } }
  const isTyped = [closing.source, closing.target, reasons ?? {}].some((each) => Object.keys(each).length > 0)
  const isRepeated = isTyped && formatBalances(balances) === formatBalances(before)
  // A retry names the revision before its own first try.
  if (!isRepeated || c.req.header('If-Match') === undefined) requireMatch(c, row.revision)
  if (isRepeated) return recordOf(before, { revision: row.revision, period: read.manifest.period })
  if (balances.typed.length > typedCountMax)
    throw new ProblemError('validation_failed', {
      errors: [{ pointer: '/closing', code: 'too_many', detail: `A period takes ${typedCountMax} typed balances` }],
    })
  // The statements are those of the run.
  const text = formatBalances({ ...balances, statements: [] })
  const change = { id: periodId, revision: row.revision, balances: text, now: c.var.isolate.now() }
  const [revised] = await db.batch([
    periodStore(db).setBalances(tenantId, change),
    auditStore(db).insertIf(
      eventOf(c, { action: 'balances.typed', subject: periodId }),
      hasBalances(tenantId, { ...change, revision: row.revision + 1 }),
    ),
  ])
  if (revised.length === 0) throw stale(row.revision + 1)
  return recordOf(balances, { revision: row.revision + 1, period: read.manifest.period })
}

const typedCountMax = 1_000

function isTypedLast({ side, currency, amount, actor }: TypedBalance, typed: readonly TypedBalance[]): boolean {
  const last = typed.findLast((each) => each.side === side && each.currency === currency)
  return last?.amount === amount && last.actor === actor
}

function recordOf(
  balances: PeriodBalances,
  { revision, period }: { readonly revision: number; readonly period: Parameters<typeof statedBalances>[1] },
): BalancesRecord {
  const { source, target } = statedBalances(balances, period).closing
  return {
    revision,
    closing: { source: { ...source }, target: { ...target } },
    typed: balances.typed.map((each) => ({ ...each })),
    reasons: { ...balances.reasons },
  }
}
