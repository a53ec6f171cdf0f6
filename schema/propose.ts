import * as z from 'zod'
import { sideAdapters } from './adapter.ts'
import { described } from './described.ts'
import { signsInput } from './reference-data.ts'
import { ruleSchema } from './rule.ts'
import { pinnedSide } from './run.ts'
import { count, countsBySide, decimalText, ids } from './values.ts'

/** Rules that two datasets suggest. */

/** The request for a proposal, which names the sides like the request for a run. */
export const proposalRequest = z
  .strictObject(sideAdapters)
  .meta({ id: 'ProposalRequest', description: 'The two sides for which rules are proposed' })

const proposedRule = z
  .object({
    rule: described(z.string(), 'The id of the rule'),
    action: described(z.enum(['match', 'suggest']), 'Whether it matches, or only suggests'),
    sentence: described(z.string(), 'What the rule does and why, in a sentence'),
    figures: described(z.array(z.string()), 'The figures that led to it, a statement each'),
    matches: described(count, 'What the rule makes when all rules are run: matches, netted groups or suggestions'),
    estimatedWrong: described(
      z.object({
        share: described(decimalText.meta({ example: '0.0004' }), 'As a part of all, from 0 to 1'),
        count: described(decimalText.meta({ example: '0.1' }), 'As a number of matches'),
      }),
      'How many of these are wrong, as the records alone tell: by fields that the rule does not read, and by what it would match by chance',
    ),
    examples: described(
      z.array(
        z.object({
          source: described(ids, 'Ids of its records of the source'),
          target: described(ids, 'Ids of its records of the target'),
        }),
      ),
      'Some of what the rule makes: three, or as many as there are',
    ),
  })
  .meta({ id: 'ProposedRule', description: 'What led to a proposed rule, and what the rule would do' })

export const proposalRecord = z
  .object({
    source: described(pinnedSide, 'The dataset that was read as the source'),
    target: described(pinnedSide, 'The dataset that was read as the target'),
    related: described(
      z.boolean(),
      'Whether anything about the records says that the sides belong together; without that there is no rule',
    ),
    rules: described(
      z.array(ruleSchema),
      'Rules from certain to doubtful, for `rules` of a run. Beware of an empty list, which stands there for the built-in policy',
    ),
    signs: described(
      signsInput.optional(),
      'For `signs` of a run: the side whose amounts the rules see with changed signs; absent where both are seen as they are',
    ),
    explanations: described(z.array(proposedRule), 'What led to each rule, in the order of the rules'),
    left: described(
      countsBySide.extend({
        reasons: described(z.array(z.string()), 'Why they are left, a sentence each'),
      }),
      'Records that no rule of the action match takes when all rules are run',
    ),
  })
  .meta({
    id: 'Proposal',
    description:
      'Rules that two datasets suggest. Nothing of it is stored; the same records in any order have the same proposal',
  })

export type ProposalRecord = z.infer<typeof proposalRecord>
