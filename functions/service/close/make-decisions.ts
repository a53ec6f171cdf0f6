import { timestampOf } from '@tallystick/audit/base/timestamp'
import { decisionRecordOf } from '@tallystick/audit/close/decision-record'
import { lapseTexts } from '@tallystick/audit/close/effect-faults'
import { at, canonicalize, type JsonValue } from '@tallystick/engine/base'
import {
  type DecisionLine,
  type DecisionStatus,
  formatDecision,
  parseDecision,
  statusesOfMade,
} from '@tallystick/engine/close'
import { hashOfLine, rootOfLines } from '@tallystick/engine/merkle'
import { type DecisionsRecord, type DecisionsRequest, decisionsRequest } from '@tallystick/schema/decision'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { eventOf } from '../http/audit-event.ts'
import { readJson } from '../http/body.ts'
import { readKeyHash } from '../http/idempotency/idempotency-key.ts'
import { type Fault, ProblemError } from '../http/problem.ts'
import { sha256 } from '../platform/hasher.ts'
import { createId } from '../platform/ids.ts'
import type { PeriodRow } from '../store/period-store.ts'
import type { ToldEvent } from '../store/told-events.ts'
import { openActClaim } from './act-claim.ts'
import { canonicalText } from './canonical-amounts.ts'
import { refuseOthersDecisions, seenRevision } from './others-decisions.ts'
import { refuseUnlessOpen, unchanged } from './period-change.ts'
import { periodEvent } from './period-event.ts'
import { type PlannedAct, sealAct } from './seal-act.ts'
import { foldOf, type StoredPeriod } from './stored-period.ts'

/** The longest body of decisions. A staged act has to fit in a row of D1: the lines, and the answer that has them once more. */
export const decisionsByteCountMax = 768 * 1024

/**
 * Makes the decisions of a request, all of them or none, as an entry of the log. Throws `item_decided` where somebody else
 * has decided about one of the items since the revision that `If-Match` names, `validation_failed` and
 * `currencies_differ` for decisions that would have no effect, `run_too_large` where a large period would hold too many
 * records, and the problems of a period that is not open.
 */
export async function makeDecisions(c: Context<AppEnv>, periodId: string): Promise<Response> {
  const keyHash = readKeyHash(c)
  const request = await readJson(c, decisionsRequest, { bytesMax: decisionsByteCountMax })
  const seen = seenRevision(c)
  const { actor } = c.var.identity
  const claim = await openActClaim(c, { keyHash, body: request })
  const made = linesOfRequest(request, { actor: actor.id, now: c.var.isolate.now() })
  const notes = request.decisions.map(({ note }) => note ?? null)
  return sealAct(c, {
    ...{ periodId, actor: actor.id, claim, named: made.flatMap(({ items = [] }) => items) },
    plan: async ({ period }) => {
      const { row, rows } = period
      refuseUnlessOpen(row)
      refuseOthersDecisions(made, { rows, seen, revision: row.revision, actor: actor.id })
      return plannedDecisions(c, period, { made, notes, statuses: await statusesOf(period, made) })
    },
  })
}

interface Decided {
  readonly made: readonly DecisionLine[]
  /** In the order of the lines. */
  readonly notes: readonly (string | null)[]
  readonly statuses: ReadonlyMap<string, DecisionStatus>
}

/** The act of decisions that a period takes. */
export function plannedDecisions(
  c: Context<AppEnv>,
  { row, rows }: StoredPeriod,
  { made, notes, statuses }: Decided,
): PlannedAct {
  const lines = made.map(formatDecision)
  const revision = row.revision + 1
  const answer: DecisionsRecord = {
    revision,
    decisions: made.map((line, index) =>
      decisionRecordOf(line, { note: at(notes, index), status: statusFor(statuses, line.id) }),
    ),
  }
  return {
    fields: { kind: 'tallystick/decisions@1', count: lines.length, root: rootOfLines(sha256, lines), revision },
    act: {
      decisions: made.map(({ id }, index) => ({
        ...{ number: rows.length + index + 1, id, line: at(lines, index) },
        note: at(notes, index),
      })),
      change: unchanged(row),
      event: eventOf(c, { action: 'items.decided', subject: row.id, details: { count: String(made.length) } }),
      events: [...assignedEvents(c, row, made), ...proposedEvents(c, row, { made, statuses })],
      ...{ status: 201, answer },
    },
  }
}

/** One event for all items that the decisions give to somebody: `owner` is null where they have several. */
function assignedEvents(c: Context<AppEnv>, row: PeriodRow, made: readonly DecisionLine[]): readonly ToldEvent[] {
  const given = made.filter(({ kind, owner }) => kind === 'assign' && owner != null)
  if (given.length === 0) return []
  const [owner = null, ...others] = new Set(given.map((line) => line.owner))
  const itemCount = given.reduce((sum, { items = [] }) => sum + items.length, 0)
  return [
    periodEvent(c, row, { type: 'item.assigned', data: { owner: others.length === 0 ? owner : null, itemCount } }),
  ]
}

/** One event for all decisions that wait for an approval. */
function proposedEvents(
  c: Context<AppEnv>,
  row: PeriodRow,
  { made, statuses }: Pick<Decided, 'made' | 'statuses'>,
): readonly ToldEvent[] {
  const decisionCount = made.filter(({ id }) => statusFor(statuses, id).state === 'proposed').length
  return decisionCount === 0 ? [] : [periodEvent(c, row, { type: 'approval.needed', data: { decisionCount } })]
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
export async function statusesOf(
  period: StoredPeriod,
  made: readonly DecisionLine[],
): Promise<ReadonlyMap<string, DecisionStatus>> {
  const folded = await foldOf(period, [...period.read.decisions, ...made])
  const statuses = new Map(statusesOfMade(folded, made).map((status) => [status.decision, status]))
  const errors = made.flatMap(({ id }, index) => {
    const { state, reason = 'changed' } = statusFor(statuses, id)
    const detail = `The decision would have no effect: ${lapseTexts[reason]}.`
    const pointer = `/decisions/${index}${reason === 'overdue' ? '/expected' : ''}`
    return state === 'lapsed' ? [{ pointer, code: reason, detail }] : []
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
