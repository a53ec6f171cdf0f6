import { writtenDatedPolicy } from '@tallystick/engine/rules'
import { adapterOf } from '@tallystick/schema/adapter'
import { faultCountMax } from '@tallystick/schema/fault-messages'
import { inDocumentOrder } from '@tallystick/schema/pointer'
import { ruleSetOf } from '@tallystick/schema/policy'
import type { Fault } from '@tallystick/schema/problem'
import { datedRunRequest } from '@tallystick/schema/run'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { problemOfFaults } from '../http/body.ts'
import { ProblemError } from '../http/problem.ts'
import { runRecordCountMaxOf } from '../platform/record-limit.ts'
import { databaseOf, queries } from '../store/database.ts'
import { readsCalendar, unknownYears } from './calendar-years.ts'
import { candidatesOf } from './pin-sides.ts'
import { type ResolvedSides, resolveSides, type SidesToResolve } from './resolve-adapter.ts'

/**
 * The problem of a refused request for a run, with the calendar years that its datasets show to be missing. One round
 * trip if a rule counts by a calendar.
 */
export async function problemOfParameters(
  c: Context<AppEnv>,
  body: unknown,
  faults: readonly Fault[],
): Promise<ProblemError> {
  const all = inDocumentOrder([...faults, ...(await findUnknownYears(c, body))], body)
  return problemOfFaults(all.slice(0, faultCountMax), 'validation_failed')
}

async function findUnknownYears(c: Context<AppEnv>, body: unknown): Promise<readonly Fault[]> {
  const { data } = datedRunRequest.safeParse(body)
  if (data === undefined) return []
  const policy = writtenDatedPolicy(ruleSetOf(data))
  if (!readsCalendar(policy)) return []
  const { tenantId } = c.var.identity
  const adapters = { source: adapterOf(data.sourceAdapter), target: adapterOf(data.targetAdapter) }
  const db = queries(databaseOf(c.env, tenantId))
  const [source, target] = await db.batch(candidatesOf(db, tenantId, adapters))
  const recordCountMax = runRecordCountMaxOf(c.env)
  const sides = resolvedOf({ adapters, candidates: { source, target }, recordCountMax })
  return sides === undefined ? [] : unknownYears({ form: data.rules.form, policy }, sides, [...source, ...target])
}

/** Undefined when the adapters have a problem of their own: the next request will be refused for it. */
function resolvedOf(input: SidesToResolve): ResolvedSides | undefined {
  try {
    return resolveSides(input)
  } catch (error) {
    if (error instanceof ProblemError) return undefined
    throw error
  }
}
