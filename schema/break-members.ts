import { causeKinds } from '@tallystick/engine/result'
import * as z from 'zod'
import { described } from './described.ts'
import { side } from './values.ts'

/** Members of breaks that say what a record is a part of, or has in common with others. */

export const breakPart = described(
  z
    .object({
      side: described(side, 'The side of the anchor'),
      transaction_id: described(z.string(), 'The id of the anchor'),
      total: described(z.string(), 'What the records of the set add up to'),
      difference: described(z.string(), 'By how much the set misses the anchor, as in its break'),
    })
    .optional(),
  'The record that the nearest set with this record should add up to',
)

export const breakCause = described(
  z
    .object({
      kind: described(z.enum(causeKinds), 'What the records have in common'),
      value: described(z.string(), 'The value in common: a name, a type, or a day'),
    })
    .optional(),
  'What a missing record has in common with two or more other missing records of its side',
)
