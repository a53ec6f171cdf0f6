import { ruleChangeKinds } from '@tallystick/engine/explain'
import * as z from 'zod'
import { described } from './described.ts'
import { wanted } from './fault-messages.ts'
import { effectiveRule } from './rule.ts'
import { count, hash, ids } from './values.ts'

/** The trust explorer's answer about a break: which change of one rule would take its records. */

export const changesQuery = z.strictObject({
  break: described(
    z
      .string()
      .regex(/^brk_[0-9a-f]{26}$/, { error: wanted('the id of a break (brk_…)') })
      .meta({ example: 'brk_0123456789abcdef0123456789' }),
    'The id of a break of the run',
  ),
})

const counts = (what: string) =>
  described(
    z.object({ before: described(count, 'In the run'), after: described(count, 'Under the changed rules') }),
    what,
  )

const changedLines = (what: string) =>
  described(
    z.object({
      count: described(count, 'How many; a break of more than 1,000 records counts once'),
      lines: described(z.array(z.record(z.string(), z.unknown())), 'The first 100 canonical lines'),
    }),
    what,
  )

const trial = z
  .object({
    resultRoot: described(hash, 'The root of a run under the changed rules'),
    breaks: counts('Breaks'),
    matches: counts('Matches and netted lines'),
    closed: changedLines('Breaks none of whose records is in a break afterwards'),
    opened: changedLines('Breaks with a record that was in no break before'),
    regrouped: described(
      z.object({
        before: changedLines('Breaks of the run'),
        after: changedLines('Breaks under the changed rules'),
      }),
      'All other breaks for which the other result has no break of exactly the same records',
    ),
    gained: changedLines('Matches and netted lines of records that were in none together'),
    lost: changedLines('Matches and netted lines of records that are in none together afterwards'),
  })
  .meta({ id: 'ChangeTrial', description: 'What the run would have come to under changed rules' })

const ruleChange = z
  .object({
    kind: described(z.enum(ruleChangeKinds), 'What changes'),
    rule: described(z.string(), 'The id of the rule'),
    pointer: described(z.string(), 'JSON Pointer into the rules, to the member that changes'),
    from: described(z.unknown(), 'The value before; null where a member is added'),
    to: described(z.unknown(), 'The value after; null where the member is removed'),
    sentence: described(z.string(), 'The change in words'),
    candidate: described(
      z.object({ source: described(ids, 'Ids of the source'), target: described(ids, 'Ids of the target') }),
      'The records that the rule then takes together',
    ),
    rules: described(z.array(effectiveRule), 'All rules with the change'),
    trial: described(trial, 'What a run of all records under these rules came to'),
  })
  .meta({ id: 'RuleChange', description: 'A change of one rule that takes a break' })

export const ruleChanges = z
  .object({
    changes: described(z.array(ruleChange), 'The most fitting first; each was tried, and is enough by itself'),
    note: described(z.string().optional(), 'Why there is no change, or why others were not tried'),
  })
  .meta({ id: 'RuleChanges', description: 'The changes of one rule that would take a break' })

export type RuleChanges = z.infer<typeof ruleChanges>
