import { proofRowKinds, statementFaultCodes, submissionFaultCodes } from '@tallystick/engine/close'
import * as z from 'zod'
import { described } from './described.ts'
import { amountsBySide, currency } from './reconciliation.ts'
import { count, decimalText, side } from './values.ts'

/** Closing balances of a period, and their proof. */

const reasons = z.record(currency, z.string().min(1).max(400)).meta({ example: { EUR: 'Rounding of the bank' } })

export const balancesRequest = z
  .strictObject({
    closing: described(amountsBySide, 'Closing balances as each side states them; those left out stay as they are'),
    reasons: described(
      reasons.optional(),
      'Why an amount of a currency stays unexplained; those left out stay as they are',
    ),
  })
  .meta({ id: 'BalancesRequest', description: 'Closing balances that somebody types' })

export const balancesRecord = z
  .object({
    revision: described(count, 'The revision of the period: also the ETag'),
    closing: described(
      z.object({
        source: described(z.record(z.string(), decimalText), 'Of the source, by currency'),
        target: described(z.record(z.string(), decimalText), 'Of the target, by currency'),
      }),
      'By side and currency: what was typed, else what the statements of the newest run have',
    ),
    typed: described(
      z.array(
        z.object({
          side: described(side, 'The side'),
          currency: described(z.string(), 'The currency'),
          amount: described(decimalText, 'The balance'),
          actor: described(z.string(), 'The id of the member or API key'),
          time: described(z.string(), 'When it was typed'),
        }),
      ),
      'In their order; of a side and currency the last one counts',
    ),
    reasons: described(z.record(z.string(), z.string()), 'By currency'),
  })
  .meta({ id: 'Balances', description: 'The closing balances of a period' })

export const proofRow = z.object({
  what: described(z.enum(proofRowKinds), 'What the row is of; the rows after the first add up to `computed`'),
  side: described(side.optional(), 'Of which side'),
  label: described(z.string().optional(), 'Of adjustments: their label'),
  count: described(count.optional(), 'How many items'),
  amount: described(decimalText, 'In the signs of the statement'),
})

export const rollForward = z.object({
  side: described(side, 'The side'),
  currency: described(z.string(), 'The currency'),
  opening: described(decimalText, 'The balance with which the period begins'),
  read: described(decimalText, 'What its records come to'),
  closing: described(decimalText, 'The closing balance'),
  difference: described(decimalText, 'closing − opening − read: anything but 0 says that this side is wrong'),
  faults: described(
    z.array(
      z.object({
        code: described(z.enum(statementFaultCodes), 'What is wrong'),
        statement: described(z.string(), 'The name of the statement'),
        expected: described(decimalText, 'The amount that would be right'),
        actual: described(decimalText, 'The amount that it has'),
      }),
    ),
    'What its statements contradict',
  ),
})

export const proofRecord = z
  .object({
    revision: described(count, 'The revision of the period'),
    run: described(z.string(), 'The id of the run from which the items come'),
    proofs: described(
      z.array(
        z.object({
          currency: described(z.string(), 'The currency'),
          unexplained: described(decimalText, 'source − t · target; 0 where every record was read once'),
          rows: described(z.array(proofRow), 'From the balance by the statement to that by the books'),
        }),
      ),
      'One for each currency',
    ),
    rollForward: described(z.array(rollForward), 'How each side came from its opening to its closing balance'),
    faults: described(
      z.array(
        z.object({
          code: described(z.enum(submissionFaultCodes), 'What is missing'),
          pointer: described(z.string(), 'Leads to the item, decision, balance or reason'),
          detail: described(z.string(), 'The same in a sentence'),
        }),
      ),
      'Why the period could not be submitted yet',
    ),
  })
  .meta({ id: 'BalanceProof', description: 'The proof of the balances of a period' })

export type BalancesRequest = z.output<typeof balancesRequest>
export type NewBalances = z.input<typeof balancesRequest>
export type BalancesRecord = z.infer<typeof balancesRecord>
export type ProofRecord = z.infer<typeof proofRecord>
