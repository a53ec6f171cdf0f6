import { statementChecks } from '@tallystick/engine/intake'
import * as z from 'zod'
import { described } from './described.ts'
import { count, decimalText } from './values.ts'

const day = z.iso.date()

export const statement = z
  .object({
    line: described(count, 'The line of the file on which it begins'),
    file: described(z.string().nullable(), 'The name of its file in an archive; null for a file that came by itself'),
    account: described(z.string().nullable(), 'The account as the file names it'),
    reference: described(z.string().nullable(), 'The number or identification that the bank gave the statement'),
    currency: described(z.string().nullable(), 'The currency of its balances, as an ISO 4217 code'),
    period: described(
      z.object({
        from: described(day.nullable(), 'The first day; null where the file says none'),
        to: described(day.nullable(), 'The last day; null where the file says none'),
      }),
      'The period that it states',
    ),
    opening: described(decimalText.nullable(), 'The stated opening balance'),
    closing: described(decimalText.nullable(), 'The stated closing balance'),
    entryCount: described(
      count,
      'How many entries the balances count; entries that are only expected are not among them',
    ),
    entryTotal: described(decimalText, 'The sum of these entries'),
    check: described(
      z.enum(statementChecks),
      'balanced: opening balance and entries are the closing balance · mismatch: they are not · unchecked: a balance is missing, or the currencies differ',
    ),
    difference: described(
      decimalText.nullable(),
      'Closing balance less opening balance and entries; null where that is unchecked',
    ),
  })
  .meta({ id: 'Statement', description: 'A statement of an account as its file states it, and whether it adds up' })
