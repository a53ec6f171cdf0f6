import { z } from 'zod'

/**
 * Tells zod to write no code of its own for a schema. The policy forbids that, so zod would find out by an attempt, which
 * the browser reports as a breach. To be imported before any schema, since zod makes the attempt as a schema is made.
 */
z.config({ jitless: true })
