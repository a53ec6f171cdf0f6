import { z } from 'zod'
import { wanted } from './fault-messages.ts'

/** Pages of a list, and the query parameters that ask for them. */

export const pageLimitMax = 200
export const pageLimitDefault = 50

/** `?limit=`, from 1 to `max`, as a number. */
export const limitParameter = (max: number, byDefault: number) =>
  z
    .string()
    .regex(/^[1-9][0-9]{0,4}$/, { error: wanted(`a whole number from 1 to ${max}`) })
    .transform(Number)
    .refine((limit) => limit <= max, { error: wanted(`a whole number from 1 to ${max}`) })
    .default(byDefault)
    .meta({ type: 'integer', minimum: 1, maximum: max, default: byDefault })

/** `?cursor=`: the `nextCursor` of an earlier page. */
export const cursorParameter = z.string().optional()

/** The query parameters that every list takes. */
export const pageQuery = z.strictObject({
  limit: limitParameter(pageLimitMax, pageLimitDefault),
  cursor: cursorParameter,
})

/** A page of `item`, which is stored in a row, newest first. */
export const storedPageOf = <Item extends z.ZodType>(item: Item) =>
  pageOf(item).extend({
    altered: z.array(z.string()).optional(),
  })

/** A page of `item`, newest first. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ data: z.array(item), nextCursor: z.string().nullable() })
