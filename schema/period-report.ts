import { ageBuckets, decisionKinds, decisionStates, itemStates, lapseReasons } from '@tallystick/engine/close'
import { breakReasons } from '@tallystick/engine/result'
import * as z from 'zod'
import { proofRow, rollForward } from './balance.ts'
import { itemName } from './decision.ts'
import { described } from './described.ts'
import { storedPeriodState } from './period.ts'
import { count, decimalText, hash, side } from './values.ts'

/** The report of a period, of which JSON, workbook, print and the text of the command line are forms. */

export const reportFormats = ['json', 'xlsx', 'html'] as const

export const reportQuery = z.strictObject({
  format: described(z.enum(reportFormats).optional(), 'The form of the report, whatever the Accept header says'),
})

const text = z.string()
const time = z.string().meta({ example: '2026-04-02T09:30:00.000Z' })

const sum = { count: described(count, 'How many items'), amount: described(decimalText, 'As their side states it') }

const ofSide = {
  side: described(side, 'The side'),
  currency: described(text, 'ISO 4217 code; XXX where records name none'),
}

const reportItem = z.object({
  name: described(itemName, 'Names it in every period'),
  state: described(z.enum(itemStates), 'undecided, carried and accepted ones are open; withdrawn ones are in no total'),
  date: described(text.nullable(), 'Its booking date, else its value date'),
  ageDays: described(count, 'Days from its date to the last day of the period'),
  age: described(z.enum(ageBuckets), 'The same in classes'),
  currency: described(text, 'ISO 4217 code; XXX where the record names none'),
  amount: described(decimalText, 'As its side states it'),
  reference: described(text.nullable(), 'Of the record'),
  counterparty: described(text.nullable(), 'Of the record'),
  description: described(text.nullable(), 'Of the record'),
  reason: described(z.enum(breakReasons).nullable(), 'Why no rule matched it'),
  label: described(text.nullable(), 'Of an accepted item: the label under which it is to be booked'),
  why: described(text.nullable(), 'The reason or note of the decision that carries or accepts it'),
  decision: described(text.nullable(), 'That decision, which may be of an earlier period'),
  expected: described(text.nullable(), 'Of a carried item: the last day on which it is legitimately open'),
  isOverdue: described(z.boolean(), 'Whether that day passed'),
  owner: described(text.nullable(), 'Who looks after it'),
  firstSeen: described(text, 'The period in which it was first open'),
})

const reportDecision = z.object({
  id: described(text, 'The id of the decision'),
  kind: described(z.enum(decisionKinds), 'What was decided'),
  state: described(z.enum(decisionStates), 'What has become of it'),
  lapsed: described(z.enum(lapseReasons).nullable(), 'Why it lapsed; null unless it did'),
  items: described(z.array(text), 'Its items as side:id, or the decision that it follows'),
  label: described(text.nullable(), 'The label of an adjustment'),
  amount: described(decimalText.nullable(), 'The difference that was accepted, as an amount of the statement'),
  expected: described(text.nullable(), 'Until when items are carried'),
  reason: described(text.nullable(), 'Why'),
  note: described(text.nullable(), 'What was noted'),
  actor: described(text, 'The id of the member or key, or the public key'),
  time: described(time, 'When it was made'),
})

const reportActs = [...decisionKinds, 'balance', 'sign_off'] as const

const reportPerson = z.object({
  actor: described(text, 'The id of the member or key, or the public key'),
  name: described(text.nullable(), 'The name, where one is known'),
  first: described(time, 'When they first did something for the period'),
  last: described(time, 'When they did the last thing'),
  acts: described(
    z.array(
      z.object({
        act: described(z.enum(reportActs), 'A kind of decision, a typed balance, or a signature'),
        count: described(count, 'How often'),
      }),
    ),
    'What they did',
  ),
})

export const reportSignoff = z.object({
  act: described(z.enum(['submit', 'approve', 'reject', 'reopen']), 'What was signed'),
  actor: described(text, 'The id of the member or key, or the public key'),
  name: described(text, 'The name as it was then'),
  time: described(time, 'When'),
  root: described(hash.nullable(), 'The root that was signed; null for a reopening'),
  reason: described(text.nullable(), 'Why it was rejected or reopened'),
})

export const periodReport = z
  .object({
    kind: described(z.literal('tallystick/period-report@1'), 'The version of this shape'),
    reconciliation: described(text.nullable(), 'The name of its reconciliation; null where it has none'),
    period: described(
      z.object({
        name: described(text, 'Its name'),
        first: described(text, 'Its first day'),
        last: described(text, 'Its last day'),
      }),
      'The period',
    ),
    state: described(storedPeriodState, 'open · submitted: it waits for an approval · closed'),
    edition: described(count, 'From 1; raised by each reopening'),
    engine: described(text, 'The version of the engine that ran it last'),
    statement: described(side, 'The side of the statement; the other one is the books'),
    isTurned: described(z.boolean(), 'Whether the sides state their amounts with opposite signs'),
    proofs: described(
      z.array(
        z.object({
          currency: described(text, 'The currency'),
          unexplained: described(decimalText, 'In the signs of the statement'),
          reason: described(text.nullable(), 'Why it stays unexplained'),
          rows: described(z.array(proofRow), 'From the balance by the statement to that by the books'),
        }),
      ),
      'The proof of balances, one for each currency',
    ),
    rollForward: described(z.array(rollForward), 'How each side came from its opening to its closing balance'),
    ages: described(
      z.array(z.object({ ...ofSide, age: described(z.enum(ageBuckets), 'Days'), ...sum })),
      'The open items by age',
    ),
    owners: described(
      z.array(
        z.object({
          owner: described(text.nullable(), 'Who looks after them; null for nobody'),
          ...ofSide,
          ...sum,
          oldestDays: described(count, 'The age of the oldest one'),
        }),
      ),
      'The open items by owner',
    ),
    adjustments: described(
      z.array(z.object({ label: described(text, 'The label'), ...ofSide, ...sum })),
      'The adjustments to be booked, by label',
    ),
    items: described(z.array(reportItem), 'Open and withdrawn items, the oldest first'),
    setAside: described(
      z.array(z.object({ state: described(z.enum(itemStates), 'Why'), ...ofSide, ...sum })),
      'Records that are neither open nor settled: excluded, later, repeated, withdrawn',
    ),
    decisions: described(z.array(reportDecision), 'In their order'),
    people: described(z.array(reportPerson), 'Who did what, by who came first'),
    roots: described(
      z.array(z.object({ of: described(text, 'What it is the root or hash of'), root: described(hash, 'The root') })),
      'What the root to sign is made of, that root first',
    ),
    signoffs: described(z.array(reportSignoff), 'In their order'),
    faults: described(z.array(text), 'Why the period could not be submitted yet, a sentence each'),
  })
  .meta({ id: 'PeriodReport', description: 'All that is to be said of a period' })

/** A report for print: one HTML document without scripts, styles included. */
export const reportPage = z.string()

export type PeriodReport = z.infer<typeof periodReport>
export type ReportFormat = (typeof reportFormats)[number]
export type ReportSignoff = PeriodReport['signoffs'][number]
