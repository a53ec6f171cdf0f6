import * as z from 'zod'
import { described } from './described.ts'

/** Request headers that several routes take. These schemas document the headers; other code reads them. */

/** For the routes that accept an idempotency key; every other route refuses this header. */
export const idempotencyHeaders = z.object({
  'idempotency-key': described(
    z.string().optional(),
    '1 to 255 printable ASCII characters, quoted or bare; kept for 24 hours. A retry with the same key gets the first answer',
  ),
})

/** For the routes that make runs. */
export const runHeaders = idempotencyHeaders.extend({
  prefer: described(
    z.string().optional(),
    '`respond-async` (RFC 7240): the run is executed by a Workflow, and the answer is 202 at once. Other preferences are passed over',
  ),
})

/** For the routes whose answers never change. */
export const conditionalHeaders = z.object({
  'if-none-match': described(z.string().optional(), 'ETags the caller has; 304 when one of them is this answer’s'),
})

/** For the routes that change a version that the caller has seen. */
export const matchHeaders = z.object({
  'if-match': described(z.string().optional(), 'The ETag of what is changed; without it the answer is 428'),
})
