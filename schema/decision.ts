import {
  ageBuckets,
  askedKinds,
  decisionKinds,
  decisionStates,
  itemStates,
  lapseReasons,
} from '@tallystick/engine/close'
import { breakReasons, causeKinds } from '@tallystick/engine/result'
import * as z from 'zod'
import { breakCause } from './break-members.ts'
import { described } from './described.ts'
import { wanted } from './fault-messages.ts'
import { cursorParameter, limitParameter, pageLimitDefault, pageLimitMax, pageOf } from './page.ts'
import { dayText } from './reconciliation.ts'
import { count, decimalText, hash, side } from './values.ts'

/** Open items of a period, and what is decided about them. */

export const itemName = z
  .strictObject({
    side: described(side, 'The side that has the record'),
    root: described(hash, 'The root of the part that the record was first read from'),
    id: described(z.string().min(1), 'Its id there'),
    leaf: described(hash, 'The leaf hash of its line'),
  })
  .meta({ id: 'ItemName', description: 'Names an item in every period' })

const decimal = z
  .string()
  .regex(/^-?[0-9]{1,18}(\.[0-9]{1,12})?$/, { error: wanted('a decimal, such as "127.50"') })
  .meta({ example: '127.5' })

const label = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, { error: wanted('a label such as bank_fee') })

const decisionRequest = z
  .strictObject({
    kind: described(
      z.enum(askedKinds),
      'match: items that belong together · accept: an adjustment to be booked · carry: legitimately open · unmatch: the records of a match or netted group, kept apart from now on · keep: repeated lines are records of their own · withdraw: the source took a record back, which somebody else has to approve · assign, comment, flag: say something of items · reopen, acknowledge: of another decision',
    ),
    items: described(
      z.array(itemName).min(1).max(1_000).optional(),
      'The items; of all kinds but reopen and acknowledge',
    ),
    amount: described(
      decimal.optional(),
      'Of accept: the difference of the items, as an amount of the statement; the items are matched then',
    ),
    amounts: described(
      z
        .strictObject({
          source: described(decimal, 'Sum of the items of the source'),
          target: described(decimal, 'Sum of the items of the target'),
        })
        .optional(),
      'Of a match labelled fx: what each side comes to in its currency',
    ),
    label: described(label.optional(), 'Of accept: the label under which it is to be booked'),
    reason: described(z.string().min(1).max(400).optional(), 'Why; required of carry and withdraw'),
    expected: described(dayText.optional(), 'Of carry: the last day on which the item is legitimately open'),
    owner: described(z.string().max(100).nullable().optional(), 'Of assign: the id of a member; null for nobody'),
    note: described(z.string().min(1).max(4_000).optional(), 'A text for people; required of comment'),
    follows: described(z.string().max(64).optional(), 'Of reopen and acknowledge: the id of the decision'),
  })
  .meta({ id: 'DecisionRequest', description: 'A decision to make' })

export const decisionsRequest = z
  .strictObject({
    decisions: described(z.array(decisionRequest).min(1).max(1_000), 'In their order; all of them are made or none'),
  })
  .meta({ id: 'DecisionsRequest', description: 'Decisions to make together' })

export const decisionRecord = decisionRequest
  .extend({
    kind: described(z.enum(decisionKinds), 'What was decided; approve: an adjustment or a withdrawal'),
    id: described(z.string().meta({ example: 'dcn_01kabcdefghjkmnpqrstvwxyz0' }), 'The id of the decision'),
    actor: described(z.string(), 'The id of the member or API key'),
    time: described(z.string(), 'When it was made'),
    state: described(
      z.enum(decisionStates),
      'effective · proposed: an approval is missing · reopened: a later one withdrew it · lapsed: its items are gone or changed · acknowledged: lapsed, and seen',
    ),
    lapsed: described(z.enum(lapseReasons).nullable(), 'Why it lapsed; null unless it did'),
  })
  .meta({ id: 'Decision', description: 'A decision that was made, which never changes' })

export const decisionParams = z.object({
  id: described(z.string(), 'The id of a period'),
  decision: described(z.string(), 'The id of a decision'),
})

export const decisionPage = pageOf(decisionRecord, 'The decisions of the page, the last one first').meta({
  id: 'DecisionPage',
  description: 'A page of decisions',
})

export const decisionsRecord = z
  .object({
    revision: described(count, 'The revision of the period after them: also the ETag'),
    decisions: described(z.array(decisionRecord), 'The decisions, in their order'),
  })
  .meta({ id: 'MadeDecisions', description: 'Decisions that were made together' })

export const itemSorts = ['state', 'id', 'age', 'amount'] as const

export const itemListQuery = z.strictObject({
  state: described(z.enum(itemStates).optional(), 'Items of this state'),
  side: described(side.optional(), 'Items of this side'),
  reason: described(z.enum(breakReasons).optional(), 'Items whose break has this reason'),
  cause: described(z.enum(causeKinds).optional(), 'Items whose break has this `cause.kind`'),
  owner: described(z.string().max(100).optional(), 'Items of this member'),
  age: described(z.enum(ageBuckets).optional(), 'Items of this age in days'),
  amountMin: described(
    z
      .string()
      .regex(/^[0-9]{1,18}(\.[0-9]{1,12})?$/, { error: wanted('a decimal of 0 or more, such as "100"') })
      .optional()
      .meta({ example: '100' }),
    'Items of at least this amount, whatever its sign and currency',
  ),
  q: described(
    z.string().min(1).max(200).optional(),
    'Items with this text in their id, reference, counterparty or description',
  ),
  sort: described(
    z.enum(itemSorts).default('state'),
    'What is to be decided first, or by side and id, or the oldest or the largest ones first',
  ),
  limit: limitParameter(pageLimitMax, pageLimitDefault),
  cursor: cursorParameter,
})

export const itemRecord = z
  .object({
    name: described(itemName, 'Names it in decisions'),
    state: described(z.enum(itemStates), 'What has become of it: undecided, carried and accepted ones are open'),
    amount: described(decimalText, 'As its side states it'),
    currency: described(z.string(), 'ISO 4217 code; empty where the record names none'),
    record: described(z.record(z.string(), z.unknown()), 'The canonical record'),
    firstSeen: described(
      z.object({
        period: described(z.string(), 'The name of the period; `opening` for older ones'),
        date: described(z.string(), 'The day'),
      }),
      'Since when it is known',
    ),
    ageDays: described(count, 'Days from its date to the last day of the period'),
    age: described(z.enum(ageBuckets), 'The same in classes'),
    reason: described(z.enum(breakReasons).nullable(), 'Why no rule matched it; null where the run has no break of it'),
    cause: breakCause,
    label: described(z.string().nullable(), 'Of an accepted item: the label under which it is to be booked'),
    decision: described(z.string().nullable(), 'The decision that carries or accepts it; null for none'),
    expected: described(z.string().nullable(), 'Of a carried item: the last day on which it is legitimately open'),
    owner: described(z.string().nullable(), 'The id of the member who looks after it'),
    isFlagged: described(z.boolean(), 'Whether somebody should look at it'),
    isOverdue: described(z.boolean(), 'Whether the day passed until which it was carried'),
    commentCount: described(count, 'Comments on it'),
  })
  .meta({ id: 'PeriodItem', description: 'An item of a period' })

const itemPage = pageOf(itemRecord, 'The items of the page').extend({
  revision: described(count, 'The revision of the period that has them: If-Match of decisions about them'),
})

export const itemPageRecord = itemPage.meta({ id: 'PeriodItemPage', description: 'A page of items' })

export type DecisionsRequest = z.output<typeof decisionsRequest>
export type DecisionRecord = z.infer<typeof decisionRecord>
export type DecisionsRecord = z.infer<typeof decisionsRecord>
export type ItemRecord = z.infer<typeof itemRecord>
export type ItemListQuery = z.output<typeof itemListQuery>
export type NewDecisions = z.input<typeof decisionsRequest>
export type NewDecision = NewDecisions['decisions'][number]

type Written<Query> = { readonly [Name in keyof Query]?: Query[Name] | undefined }

/** What a caller may ask for in a list of items. */
export type ItemQuery = Written<Omit<ItemListQuery, 'cursor'>>
