import { type JsonValue, parseDate } from '@tallystick/engine/base'
import { calendars, openStates } from '@tallystick/engine/close'
import { policyIds } from '@tallystick/engine/rules'
import * as z from 'zod'
import { adapterText } from './adapter.ts'
import { described } from './described.ts'
import { wanted } from './fault-messages.ts'
import { mapping } from './mapping.ts'
import { policyFile, policyMembers } from './policy.ts'
import { count, decimalText, hash, nameText, side } from './values.ts'

/** A reconciliation: what stands from period to period, its policies and its opening. */

export const currency = z.string().regex(/^[A-Z]{3}$/, { error: wanted('an ISO 4217 code in upper case, such as EUR') })
const decimal = z
  .string()
  .regex(/^-?[0-9]{1,18}(\.[0-9]{1,12})?$/, { error: wanted('a decimal, such as "127.50"') })
  .meta({ example: '127.5' })
const bound = z
  .string()
  .regex(/^[0-9]{1,18}(\.[0-9]{1,12})?$/, { error: wanted('a decimal of 0 or more, such as "100"') })
  .meta({ example: '100' })

export const dayText = z
  .string()
  .refine((text) => parseDate(text) !== undefined, { error: wanted('a day, such as 2026-03-31') })
  .meta({ type: 'string', format: 'date', example: '2026-03-31' })

/** Amounts by currency. */
export const amounts = z.record(currency, decimal).meta({ example: { EUR: '127.5' } })

export const amountsBySide = z
  .strictObject({
    source: described(amounts, 'Of the source, as it states them'),
    target: described(amounts, 'Of the target, as it states them'),
  })
  .meta({ id: 'AmountsBySide', description: 'Amounts of both sides by currency' })

const sideDefinition = z
  .strictObject({
    adapter: described(
      adapterText.refine((text) => !text.startsWith('dataset:'), {
        error: wanted('the adapter of datasets to come, such as bank:main-eur'),
      }),
      'The adapter of the datasets that the side reads',
    ),
    mapping: described(
      mapping.optional(),
      'How columns of its files are named. The service keeps it for whoever uploads the next file',
    ),
    currency: described(currency.optional(), 'The currency of its records that name none; kept as the mapping is'),
  })
  .meta({ id: 'SideDefinition', description: 'Where a side of a reconciliation comes from' })

/** Whole days after the last day of a period. */
export const dueDays = z.int().min(0).max(90).meta({ example: 5 })

/** Whole days since the booking date of an item. */
const agedDays = z.int().min(1).max(365).meta({ example: 30 })

const settingMembers = {
  name: described(nameText.meta({ example: 'Main account' }), 'A name for people'),
  source: described(sideDefinition, 'The source'),
  target: described(sideDefinition, 'The target'),
  statement: described(
    side,
    'The side that is a statement of somebody else, such as the bank: accepted differences stand on it until the books book them',
  ),
  isTurned: described(z.boolean(), 'Whether one side states its amounts with the other sign'),
  calendar: described(z.enum(calendars), 'By what the next period is proposed; `own` proposes none'),
  materiality: described(
    z.record(currency, bound),
    'Undecided items up to this amount of a currency do not prevent that a period is submitted; 0 where none is given',
  ),
  approvalAbove: described(
    z.record(currency, bound),
    'Adjustments above this amount of a currency need an approval of their own; none where none is given',
  ),
}

const { statement, isTurned, calendar, materiality, approvalAbove, ...namedMembers } = settingMembers

export const reconciliationRequest = z
  .strictObject({
    ...namedMembers,
    statement: described(statement.default('source'), 'The side that is a statement; the source when left out'),
    isTurned: described(isTurned.default(false), 'Whether one side states its amounts with the other sign'),
    calendar: described(calendar.default('month'), 'By what the next period is proposed; `month` when left out'),
    materiality: described(materiality.default({}), 'As in the reconciliation; 0 of each currency when left out'),
    approvalAbove: described(approvalAbove.default({}), 'As in the reconciliation; no bounds when left out'),
    dueDays: described(
      dueDays.optional(),
      'A period is due so many days after its last day; no due dates when left out',
    ),
    agedDays: described(agedDays.optional(), 'Webhooks are told of open items of so many days; of none when left out'),
    ...policyMembers,
  })
  .meta({ id: 'ReconciliationRequest', description: 'A reconciliation to define, with its first policy' })

const { source, target, name } = namedMembers

export const reconciliationChange = z
  .strictObject({
    name: described(name.optional(), 'A name for people'),
    source: described(source.optional(), 'The source'),
    target: described(target.optional(), 'The target'),
    calendar: described(calendar.optional(), 'By what the next period is proposed'),
    materiality: described(materiality.optional(), 'Replaces all amounts'),
    approvalAbove: described(approvalAbove.optional(), 'Replaces all amounts'),
    dueDays: described(
      dueDays.nullable().optional(),
      'A period is due so many days after its last day; null for no due dates',
    ),
    agedDays: described(
      agedDays.nullable().optional(),
      'Webhooks are told of open items of so many days, from now on and in open periods, too; null for no such events',
    ),
  })
  .meta({ id: 'ReconciliationChange', description: 'What changes of the settings; the others stay' })

export const policyVersionRequest = policyFile.meta({
  id: 'PolicyVersionRequest',
  description: 'The next version of the policy',
})

const storedSide = z
  .object({
    adapter: described(z.string(), 'The adapter of its datasets'),
    mapping: described(mapping.nullable(), 'How columns of its files are named; null for none'),
    currency: described(z.string().nullable(), 'The currency of its records that name none; null for none'),
  })
  .meta({ id: 'ReconciliationSide', description: 'A side of a reconciliation' })

/** Settings as they are stored, in versions. */
export const storedSettings = z.object({
  ...settingMembers,
  source: described(storedSide, 'The source'),
  target: described(storedSide, 'The target'),
  dueDays: described(dueDays.nullable(), 'A period is due so many days after its last day; null for no due dates'),
  agedDays: described(agedDays.nullable(), 'Webhooks are told of open items of so many days; null for no such events'),
})

export type ReconciliationSettings = z.infer<typeof storedSettings>

const policyVersion = z
  .object({
    version: described(count, 'From 1'),
    id: described(z.enum(policyIds), 'The built-in policy, or custom'),
    hash: described(hash, 'SHA-256 of the canonical policy'),
    createdAt: described(z.string(), 'When it was made'),
    createdBy: described(z.string(), 'The id of the member or API key'),
  })
  .meta({ id: 'PolicyVersion', description: 'A version of a policy, which never changes' })

export const reconciliationParams = z.object({ id: described(z.string(), 'The id of a reconciliation') })

export const reconciliationRecord = storedSettings
  .extend({
    id: described(z.string().meta({ example: 'rcn_01kabcdefghjkmnpqrstvwxyz0' }), 'The id of the reconciliation'),
    version: described(count, 'The version of the settings, from 1: also the ETag'),
    policy: described(
      policyVersion,
      'The newest version of the policy, for editions of periods that begin from now on',
    ),
    openingRoot: described(
      hash.nullable(),
      'Root over the items of the opening that was given; null until one is given',
    ),
    createdAt: described(z.string(), 'When it was defined'),
    createdBy: described(z.string(), 'The id of the member or API key'),
    links: described(
      z.object({
        self: described(z.string(), 'The reconciliation'),
        periods: described(z.string(), 'Its periods'),
      }),
      'Root-relative paths',
    ),
  })
  .meta({ id: 'Reconciliation', description: 'What stands from period to period' })

const openingItem = z
  .strictObject({
    side: described(side, 'The side that has the record'),
    record: described(
      z.custom<JsonValue>().meta({ type: 'object', allOf: [{ $ref: '#/components/schemas/UploadedRecord' }] }),
      'The record, as in an upload of records',
    ),
    firstSeen: described(dayText.optional(), 'The day by which it was known; its own date when left out'),
    state: described(z.enum(openStates).default('undecided'), 'What was decided about it before'),
    label: described(z.string().max(40).optional(), 'Of an accepted item: the label under which it is to be booked'),
    expected: described(dayText.optional(), 'Of a carried item: the last day on which it is legitimately open'),
    owner: described(z.string().max(100).optional(), 'The id of the member who looks after it'),
  })
  .meta({ id: 'OpeningItemRequest', description: 'A record that was open before the first period' })

export const openingRequest = z
  .strictObject({
    balances: described(amountsBySide, 'The balances with which the first period begins'),
    items: described(z.array(openingItem).max(20_000), 'The records that were open then'),
  })
  .meta({ id: 'OpeningRequest', description: 'With what the first period begins' })

const sumsBySide = z.object({
  source: described(count, 'Items of the source'),
  target: described(count, 'Items of the target'),
})

export const openingRecord = z
  .object({
    balances: described(amountsBySide, 'The balances with which the first period begins'),
    itemCount: described(sumsBySide, 'The items by side'),
    totals: described(
      z.object({
        source: described(z.record(z.string(), decimalText), 'Sums of the items of the source by currency'),
        target: described(z.record(z.string(), decimalText), 'Sums of the items of the target by currency'),
      }),
      'What the items add up to',
    ),
    root: described(hash, 'Root over the lines of the items'),
    createdAt: described(z.string(), 'When it was given'),
    createdBy: described(z.string(), 'The id of the member or API key'),
  })
  .meta({ id: 'Opening', description: 'Balances and old open items with which the first period begins' })

export type ReconciliationRequest = z.output<typeof reconciliationRequest>
export type ReconciliationChange = z.output<typeof reconciliationChange>
export type ReconciliationRecord = z.infer<typeof reconciliationRecord>
export type OpeningRequest = z.output<typeof openingRequest>
export type OpeningRecord = z.infer<typeof openingRecord>
export type DefinedReconciliation = z.input<typeof reconciliationRequest>
export type SettingsChange = z.input<typeof reconciliationChange>
export type NewOpening = z.input<typeof openingRequest>
