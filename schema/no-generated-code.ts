import * as z from 'zod'

/**
 * Tells zod to generate no code for schemas, which the page's policy forbids: an attempt would make the browser report
 * a breach. Must be imported before any schema, since zod tries when a schema is made.
 */
z.config({ jitless: true })
