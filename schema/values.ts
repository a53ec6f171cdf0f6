import { breakReasons } from '@tallystick/engine/result'
import * as z from 'zod'
import { described, describedKeys } from './described.ts'
import { wanted } from './fault-messages.ts'

/** Values that several schemas have in common. */

export const count = z.int().min(0)
/** SHA-256 in lower-case hex. */
export const hash = z.string().regex(/^[0-9a-f]{64}$/, { error: wanted('SHA-256 as 64 digits of lower-case hex') })
/** An exact decimal as text. */
export const decimalText = z.string().meta({ example: '127.5' })
export const ids = z.array(z.string())
export const side = z.enum(['source', 'target'])

export const countsByConfidence = z.object({
  exact: described(count, 'Matches of confidence exact'),
  high: described(count, 'Matches of confidence high'),
  medium: described(count, 'Matches of confidence medium'),
  low: described(count, 'Matches of confidence low'),
})

export const countsBySide = z.object({
  source: described(count, 'Records of the source'),
  target: described(count, 'Records of the target'),
})

export const countsByReason = describedKeys(z.partialRecord(z.enum(breakReasons), count), {
  missing_in_target: 'Records of the source without a counterpart',
  missing_in_source: 'Records of the target without a counterpart',
  amount_mismatch: 'Pairs that agree but for the amount',
  date_mismatch: 'Pairs that agree but for the date',
  currency_mismatch: 'Pairs that agree but for the currency',
  sum_mismatch: 'Groups whose sums differ',
  ambiguous: 'Ties between several candidates',
  duplicate: 'Records that repeat one that is matched',
  subset_limit: 'Groups with more candidates than a subset is chosen from',
  group_too_large: 'Groups that need more work than a rule may take',
})

const characterCountMax = 200

/** A name that a caller chooses: 1 to 200 Unicode code points, as JSON Schema counts. */
export const nameText = z
  .string()
  .min(1)
  .refine((text) => [...text].length <= characterCountMax, {
    error: ({ input }) => `Got ${[...String(input)].length} characters, wanted at most ${characterCountMax}`,
    params: { code: 'too_big' },
  })
  .meta({ minLength: 1, maxLength: characterCountMax })
