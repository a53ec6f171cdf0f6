import type { Signer, SignoffEntry, SignoffFields } from '@tallystick/engine/log'
import { hashOfLine } from '@tallystick/engine/merkle'
import type { AuditAction } from '@tallystick/schema/member'
import type { EventType } from '@tallystick/schema/webhook'
import type { Context } from 'hono'
import { recordsAltered } from '../http/altered.ts'
import type { AppEnv } from '../http/app-env.ts'
import { eventOf } from '../http/audit-event.ts'
import { requireMatch } from '../http/if-match.ts'
import { ProblemError } from '../http/problem.ts'
import { sha256 } from '../platform/hasher.ts'
import type { PeriodChange, StagedAct } from '../store/act-store.ts'
import type { PeriodRow } from '../store/period-store.ts'
import { periodEvent } from './period-event.ts'
import { listedPeriodOf } from './period-record.ts'
import type { FoundPeriod, PlannedAct } from './seal-act.ts'
import { entryOf } from './stored-signoffs.ts'

interface LastStep {
  readonly entry: SignoffEntry
  readonly row: FoundPeriod['signoffs'][number]
}

/** The last step of a period in that state. Throws the problems of another state, and of `If-Match`. */
export function lastStep(
  c: Context<AppEnv>,
  { period: { row: period }, signoffs }: FoundPeriod,
  wanted: 'submitted' | 'closed',
): LastStep {
  if (period.state === 'open') throw new ProblemError('period_open')
  if (period.state !== wanted) throw new ProblemError(wanted === 'closed' ? 'period_submitted' : 'period_closed')
  requireMatch(c, period.revision)
  const row = signoffs.at(-1)
  if (row === undefined) throw recordsAltered('The sign-offs of the period are gone.')
  return { entry: entryOf(row), row }
}

interface Following {
  readonly submission: LastStep
  readonly act: 'approve' | 'reject' | 'reopen'
  readonly change: PeriodChange
  readonly approvedBy?: Signer
  readonly reason?: string
}

/** A step about what was submitted before. */
export function following(
  c: Context<AppEnv>,
  row: PeriodRow,
  { submission, act, change, approvedBy, reason }: Following,
): PlannedAct {
  const { runId, decisionCount, balances, leafHash } = submission.row
  const {
    actor: _,
    completedAt: __,
    createdAt: ___,
    id,
    period,
    previous,
    sequence,
    tenant,
    ...fields
  } = submission.entry
  return stepped(c, row, {
    fields: {
      ...fields,
      ...{ act, follows: leafHash, revision: row.revision + 1, approvedBy: approvedBy ?? fields.approvedBy },
      reason: reason === undefined ? null : hashOfLine(sha256, reason),
    },
    signoff: { runId, decisionCount, balances, reason: reason ?? null },
    change,
  })
}

interface Stepped {
  readonly fields: PlannedAct['fields'] & Pick<SignoffFields, 'act' | 'root'>
  readonly signoff: NonNullable<StagedAct['signoff']>
  readonly change: PeriodChange
}

export function stepped(c: Context<AppEnv>, row: PeriodRow, { fields, signoff, change }: Stepped): PlannedAct {
  const { state, edition, settingsVersion, policyVersion } = change
  const revision = row.revision + 1
  const details = { edition: String(row.edition), root: fields.root }
  return {
    fields,
    act: {
      ...{ decisions: [], signoff, change },
      event: eventOf(c, { action: actions[fields.act], subject: row.id, details }),
      events: toldSteps[fields.act].map((type) => periodEvent(c, row, { type, data: { edition: row.edition } })),
      status: 200,
      answer: listedPeriodOf({ ...row, state, edition, settingsVersion, policyVersion, revision }),
    },
  }
}

const actions: { readonly [act in SignoffFields['act']]: AuditAction } = {
  submit: 'period.submitted',
  approve: 'period.approved',
  reject: 'period.rejected',
  reopen: 'period.reopened',
}

const toldSteps: { readonly [act in SignoffFields['act']]: readonly EventType[] } = {
  submit: ['period.submitted', 'approval.needed'],
  approve: ['period.closed'],
  reject: [],
  reopen: ['period.reopened'],
}

export function signerOf(c: Context<AppEnv>): Signer {
  const { id, name } = c.var.identity.actor
  return { id, name }
}
