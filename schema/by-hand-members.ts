import { confidences } from '@tallystick/engine/rules'
import * as z from 'zod'
import { described } from './described.ts'

/** The members of a match that differ where a decision made it. */
export const byHandMembers = {
  source_transaction_id: described(
    z.string().optional(),
    'The id of the first record of the source; absent where a decision matched records of the target alone',
  ),
  target_transaction_id: described(
    z.string().optional(),
    'The id of the first record of the target; absent where a decision matched records of the source alone',
  ),
  confidence: described(
    z.enum(confidences).optional(),
    'How sure the match is; absent in a match by hand, which no rule made',
  ),
  decision: described(
    z.string().optional(),
    'Only of a match by hand in the run of a period: the id of the decision; `rule_id` is then `decision`',
  ),
}
