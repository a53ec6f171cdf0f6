import { timestampOf } from '@tallystick/audit/base/timestamp'
import { canonicalize, type JsonValue } from '@tallystick/engine/base'
import { type DecisionLine, type DecisionStatus, formatDecision, parseDecision } from '@tallystick/engine/close'
import { hashOfLine } from '@tallystick/engine/merkle'
import { type DecisionsRecord, type DecisionsRequest, decisionsRequest } from '@tallystick/schema/decision'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { eventOf } from '../http/audit-event.ts'
import { readJson } from '../http/body.ts'
import { type Claim, rememberClaim } from '../http/idempotency/claim.ts'
import { readKeyHash } from '../http/idempotency/idempotency-key.ts'
import { type Fault, ProblemError } from '../http/problem.ts'
import { sha256 } from '../platform/hasher.ts'
import { createId } from '../platform/ids.ts'
import { auditStore } from '../store/audit-store.ts'
import { decisionStore, isDecisionConflict, type NewDecision } from '../store/decision-store.ts'
import { isClaimConflict } from '../store/idempotency-store.ts'
import { periodStore } from '../store/period-store.ts'
import { canonicalText } from './canonical-amounts.ts'
import { answerDecisions, answerOfClaim, claimStatements, openDecisionClaim } from './decision-claim.ts'
import { decisionRecordOf } from './decision-record.ts'
import { refuseOthersDecisions, seenRevision } from './others-decisions.ts'
import { dbOf } from './read-reconciliations.ts'
import { foldOf, readPeriod, type StoredPeriod } from './stored-period.ts'

/** How often decisions are tried again when another change came between. */
const triesMax = 5
const bytesMax = 2 * 1024 * 1024

/**
 * Makes the decisions of a request, all of them or none. Throws `item_decided` where somebody else has decided about one of
 * the items since the revision that `If-Match` names, `validation_failed` and `currencies_differ` for decisions that
 * would have no effect, and the problems of a period that is not open.
 */
export async function makeDecisions(c: Context<AppEnv>, periodId: string): Promise<Response> {
  const keyHash = readKeyHash(c)
  const request = await readJson(c, decisionsRequest, { bytesMax })
  const seen = seenRevision(c)
  const claim = await openDecisionClaim(c, keyHash, request)
  for (let tries = 1; tries <= triesMax; tries += 1) {
    const answered = claim && (await answerOfClaim(c, claim))
    if (answered) return answered
    const made = await tryToMake(c, periodId, { request, seen, claim })
    if (made !== undefined) return made
  }
  throw new ProblemError('temporarily_overloaded', { detail: 'The period is being changed all the time.' })
}

interface Asked {
  readonly request: DecisionsRequest
  readonly seen: number
  readonly claim: Claim | undefined
}

async function tryToMake(
  c: Context<AppEnv>,
  periodId: string,
  { request, seen, claim }: Asked,
): Promise<Response | undefined> {
  const { tenantId, actor } = c.var.identity
  const db = dbOf(c)
  const period = await readPeriod(db, tenantId, periodId)
  if (period === undefined) throw new ProblemError('period_not_found')
  const { row, rows } = period
  if (row.state !== 'open') throw new ProblemError(row.state === 'closed' ? 'period_closed' : 'period_submitted')
  const made = linesOfRequest(request, { actor: actor.id, now: c.var.isolate.now() })
  refuseOthersDecisions(made, { rows, seen, revision: row.revision, actor: actor.id })
  const statuses = await statusesOf(period, made)
  const count = rows.length
  const inserted = made.map(
    (line, index): NewDecision => ({
      number: count + index + 1,
      id: line.id,
      line: formatDecision(line),
      note: request.decisions[index]?.note ?? null,
    }),
  )
  const { revision } = row
  const decisions = made.map((line, index) =>
    decisionRecordOf(line, { note: request.decisions[index]?.note ?? null, status: statusFor(statuses, line.id) }),
  )
  const record: DecisionsRecord = { revision: revision + 1, decisions }
  try {
    await db.batch([
      decisionStore(db).insertAll({ tenantId, periodId, revision }, inserted),
      periodStore(db).revise(tenantId, { id: periodId, revision }),
      auditStore(db).insert(
        eventOf(c, { action: 'items.decided', subject: periodId, details: { count: String(made.length) } }),
      ),
      ...claimStatements(c, claim, record),
    ])
  } catch (error) {
    if (isDecisionConflict(error) || isClaimConflict(error)) return undefined
    throw error
  }
  rememberClaim(c, claim)
  return answerDecisions(record)
}

function linesOfRequest(
  { decisions }: DecisionsRequest,
  { actor, now }: { readonly actor: string; readonly now: number },
): readonly DecisionLine[] {
  const errors: Fault[] = []
  const lines = decisions.flatMap(({ note, amount, amounts, ...decision }, index) => {
    const line = {
      ...decision,
      ...(note !== undefined && { note: hashOfLine(sha256, note) }),
      ...(amount !== undefined && { amount: canonicalText(amount) }),
      ...(amounts !== undefined && {
        amounts: { source: canonicalText(amounts.source), target: canonicalText(amounts.target) },
      }),
      id: createId('dcn', now),
      actor,
      time: timestampOf(now),
    }
    // Drops members that are undefined, which JSON does not have.
    const value: JsonValue = JSON.parse(JSON.stringify(line))
    const parsed = parseDecision(canonicalize(value))
    if (parsed.ok) return [parsed.value]
    errors.push({ pointer: `/decisions/${index}`, code: 'invalid_decision', detail: parsed.detail })
    return []
  })
  if (errors.length > 0) throw new ProblemError('validation_failed', { errors: errors.slice(0, 100) })
  return lines
}

/** Throws where one of the decisions would have no effect. */
async function statusesOf(
  period: StoredPeriod,
  made: readonly DecisionLine[],
): Promise<ReadonlyMap<string, DecisionStatus>> {
  const { decisions } = await foldOf(period, [...period.read.decisions, ...made])
  const statuses = new Map(decisions.map((status) => [status.decision, status]))
  const errors = made.flatMap(({ id }, index) => {
    const { state, reason = 'changed' } = statusFor(statuses, id)
    const detail = `The decision would have no effect: ${reason}`
    return state === 'lapsed' ? [{ pointer: `/decisions/${index}`, code: reason, detail }] : []
  })
  if (errors.length === 0) return statuses
  const isOfCurrencies = errors.every(({ code }) => code === 'currencies_differ')
  throw new ProblemError(isOfCurrencies ? 'currencies_differ' : 'validation_failed', { errors: errors.slice(0, 100) })
}

function statusFor(statuses: ReadonlyMap<string, DecisionStatus>, id: string): DecisionStatus {
  const status = statuses.get(id)
  if (status === undefined) throw new Error('The fold knows every decision')
  return status
}
