import { z } from 'zod'
import { adapterText } from './adapter.ts'
import { ruleSchema } from './rule.ts'
import { pinnedSide } from './run.ts'
import { count, decimalText, ids } from './values.ts'

/** Rules that two datasets suggest. */

/** The request for a proposal names the sides as that for a run does. */
export const proposalRequest = z
  .strictObject({ sourceAdapter: adapterText, targetAdapter: adapterText })
  .meta({ id: 'ProposalRequest' })

const proposedRule = z
  .object({
    rule: z.string(),
    action: z.enum(['match', 'suggest']),
    sentence: z.string(),
    figures: z.array(z.string()),
    matches: count,
    estimatedWrong: z.object({
      share: decimalText.meta({ example: '0.0004' }),
      count: decimalText.meta({ example: '0.1' }),
    }),
    examples: z.array(z.object({ source: ids, target: ids })),
  })
  .meta({ id: 'ProposedRule' })

/** A proposal as it is answered with. */
export const proposalRecord = z
  .object({
    source: pinnedSide,
    target: pinnedSide,
    related: z.boolean(),
    rules: z.array(ruleSchema),
    explanations: z.array(proposedRule),
    left: z.object({ source: count, target: count, reasons: z.array(z.string()) }),
  })
  .meta({ id: 'Proposal' })

export type ProposalRecord = z.infer<typeof proposalRecord>
