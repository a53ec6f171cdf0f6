import { statementChecks } from '@tallystick/engine/intake'
import { z } from 'zod'
import { count, decimalText } from './values.ts'

const day = z.iso.date()

/** A statement of an account as its file states it, and whether it adds up. */
export const statement = z
  .object({
    line: count,
    file: z.string().nullable(),
    account: z.string().nullable(),
    reference: z.string().nullable(),
    currency: z.string().nullable(),
    period: z.object({ from: day.nullable(), to: day.nullable() }),
    opening: decimalText.nullable(),
    closing: decimalText.nullable(),
    entryCount: count,
    entryTotal: decimalText,
    check: z.enum(statementChecks),
    difference: decimalText.nullable(),
  })
  .meta({ id: 'Statement' })
