import { z } from 'zod'

/** Request headers that several routes take. These schemas document the headers; other code reads them. */

/** Of the routes that take the header; every other route refuses it. */
export const idempotencyHeaders = z.object({
  'idempotency-key': z.string().optional(),
})

/** Of the routes that make runs. */
export const runHeaders = idempotencyHeaders.extend({
  prefer: z.string().optional(),
})

/** Of the routes whose answers never change. */
export const conditionalHeaders = z.object({
  'if-none-match': z.string().optional(),
})
