import { z } from '@hono/zod-openapi'

/** Request headers that several routes take. These schemas document the headers; other code reads them. */

/** Of the routes that take the header; every other route refuses it. */
export const idempotencyHeaders = z.object({
  'idempotency-key': z
    .string()
    .optional()
    .openapi({ description: '1 to 255 printable ASCII characters, quoted or bare; kept for 24 hours' }),
})

/** Of the routes whose answers never change. */
export const conditionalHeaders = z.object({
  'if-none-match': z
    .string()
    .optional()
    .openapi({ description: 'ETags the caller has; 304 when one is this answer’s' }),
})
