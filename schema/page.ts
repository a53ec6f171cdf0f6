import * as z from 'zod'
import { described } from './described.ts'
import { wanted } from './fault-messages.ts'

/** Pages of a list, and the query parameters that ask for them. */

export const pageLimitMax = 200
export const pageLimitDefault = 50

/** `?limit=`, from 1 to `max`, as a number. */
export const limitParameter = (max: number, byDefault: number) =>
  described(
    z
      .string()
      .regex(/^[1-9][0-9]{0,4}$/, { error: wanted(`a whole number from 1 to ${max}`) })
      .transform(Number)
      .refine((limit) => limit <= max, { error: wanted(`a whole number from 1 to ${max}`) })
      .default(byDefault)
      .meta({ type: 'integer', minimum: 1, maximum: max, default: byDefault }),
    'Items of a page at most',
  )

/** `?cursor=`: the `nextCursor` of an earlier page. */
export const cursorParameter = described(z.string().optional(), '`nextCursor` of the page before; bound to its query')

/** The query parameters that every list takes. */
export const pageQuery = z.strictObject({
  limit: limitParameter(pageLimitMax, pageLimitDefault),
  cursor: cursorParameter,
})

/** A page of `item`, newest first, of items that are rows of the database. */
export const storedPageOf = <Item extends z.ZodType>(item: Item, text: string) =>
  pageOf(item, text).extend({
    altered: described(
      z.array(z.string()).optional(),
      'Ids of those of the page whose rows were changed behind the service’s back, so that they cannot be shown',
    ),
  })

/** A page of `item`, newest first; `text` describes the items. */
export const pageOf = <Item extends z.ZodType>(item: Item, text: string) =>
  z.object({
    data: described(z.array(item), text),
    nextCursor: described(z.string().nullable(), 'The cursor of the next page; null on the last'),
  })
