import {
  actions,
  ambiguityModes,
  assignModes,
  cardinalities,
  confidences,
  criterionCountMax,
  type FilterInput,
  filterOps,
  type Rule,
  type RuleInput,
  rankKinds,
  type SumInput,
  selections,
  signModes,
  subsetBounds,
  type TermInput,
  variances,
  type WhereInput,
} from '@tallystick/engine/rules'
import * as z from 'zod'
import { criterionSchema, decimal, field, type SchemasOf, tolerance } from './criterion.ts'
import { described } from './described.ts'
import { wanted } from './fault-messages.ts'
import { nameText, side } from './values.ts'

/**
 * The shape of a rule, as it is sent and as it is shown. The engine decides whether a rule of this shape makes sense.
 */

const filterValue = z.union([z.string().max(1_000), z.number(), z.boolean()], {
  error: wanted('text of at most 1,000 characters, a number or a boolean'),
})

const filter = z
  .strictObject({
    field: described(field, 'A canonical field, or attributes.<path>'),
    op: described(z.enum(filterOps), 'How the field is compared with the value'),
    abs: described(z.boolean().optional(), 'Compares the absolute value of a decimal'),
    value: described(
      z
        .union([filterValue, z.array(filterValue).min(1).max(1_000)], { error: wanted('a value, or a list of values') })
        .optional(),
      'What the field is compared with; a list for in and nin, absent for ops that need none',
    ),
  } satisfies SchemasOf<FilterInput>)
  .meta({ id: 'Filter', description: 'A condition on one field of a record' })

const filters = z.array(filter).max(32)

const where = z.strictObject({
  source: described(filters.optional(), 'All must hold for a record of the source'),
  target: described(filters.optional(), 'All must hold for a record of the target'),
} satisfies SchemasOf<WhereInput>)

const term = z.strictObject({
  field: described(field.optional(), 'A decimal field that is added'),
  times: described(
    z.union([z.literal(1), z.literal(-1)], { error: wanted('1 or -1') }).optional(),
    '1 adds the field, -1 subtracts it',
  ),
  default: described(decimal.optional(), 'What stands in for a field without a value'),
  percent: described(decimal.optional(), 'A percentage that is added, of the field in `of`'),
  of: described(field.optional(), 'The field that the percentage is of'),
  fixed: described(decimal.optional(), 'An amount that is added to each record'),
} satisfies SchemasOf<TermInput>)

const terms = z.array(term).min(1).max(criterionCountMax)

export const sum = z
  .strictObject({
    source: described(terms.optional(), 'The terms of the source, amount alone when left out'),
    target: described(terms.optional(), 'The terms of the target, amount alone when left out'),
    tolerance: described(tolerance.optional(), 'How far the sums may lie apart'),
    sign: described(z.enum(signModes).optional(), 'Whether the sums have the same sign, opposite signs, or any'),
  } satisfies SchemasOf<SumInput>)
  .meta({ id: 'Sum', description: 'What each side adds up to' })

const countWithin = ({ least, most }: { readonly least: number; readonly most: number }) =>
  z.int().min(least).max(most).optional()

const limits = z
  .strictObject({
    maxItems: described(countWithin(subsetBounds.maxItems), 'Records that a subset has at most'),
    maxCandidates: described(
      countWithin(subsetBounds.maxCandidates),
      'Records that a subset is chosen from at most; more are a break subset_limit',
    ),
  } satisfies SchemasOf<NonNullable<RuleInput['limits']>>)
  .meta({ id: 'SubsetLimits', description: 'Bounds of the search for a subset' })

const ranking = z.union([z.literal('as-written'), z.array(z.enum(rankKinds)).min(1).max(rankKinds.length)], {
  error: wanted(`as-written, or a list of ${rankKinds.join(', ')}`),
})

const conversion = z
  .strictObject({
    to: described(z.string().min(1).max(16).optional(), 'A currency, or source or target for that of the record'),
    maxAgeDays: described(z.int().min(0).max(3_660).optional(), 'How old a rate may be, 0 when left out'),
  } satisfies SchemasOf<NonNullable<RuleInput['convert']>>)
  .meta({ id: 'Conversion', description: 'In which currency amounts are compared' })

export const ruleSchema = z
  .strictObject({
    id: described(
      z
        .string()
        .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, {
          error: wanted('up to 64 of a-z, 0-9, _ and -, beginning with a letter or digit'),
        })
        .optional(),
      'Names the rule in results; made of its place when left out',
    ),
    name: described(nameText.optional(), 'A name for people, the id when left out'),
    enabled: described(z.boolean().optional(), 'False leaves the rule out; true when left out'),
    action: described(
      z.enum(actions).optional(),
      'match settles records, suggest proposes a match for a person to decide, exclude takes records out of the run',
    ),
    cardinality: described(
      z.enum(cardinalities).optional(),
      'Records of the source : records of the target in one match',
    ),
    side: described(
      side.optional(),
      'Netting: records of this side are matched with those of opposite sign of the same side',
    ),
    where: described(where.optional(), 'Which records the rule looks at; all of them when left out'),
    match: described(
      z.array(criterionSchema).min(1).max(criterionCountMax).optional(),
      'All must hold; the exact ones are the key that records are grouped by',
    ),
    sum: described(sum.optional(), 'What each side adds up to; required for an n side'),
    select: described(
      z.enum(selections).optional(),
      'The whole group of a key, or a subset of the n side that adds up to one record of the other',
    ),
    limits: described(limits.optional(), 'Bounds of a subset'),
    assign: described(
      z.enum(assignModes).optional(),
      'Tier by tier the closest pairs, or of each connected component the most pairs at the least distance (1:1 only)',
    ),
    ambiguous: described(
      z.enum(ambiguityModes).optional(),
      'A tie is held as one break (review), left to later rules (defer), goes to the least ids (best, 1:1 and closest only), or is not suggested (drop)',
    ),
    rank: described(ranking.optional(), 'Which distances decide first between candidates'),
    convert: described(conversion.optional(), 'Amounts are compared in one currency, by the rates of the policy'),
    residual: described(
      z.literal('open').optional(),
      'What a match leaves unsettled becomes an open record of its own',
    ),
    confidence: described(z.enum(confidences).optional(), 'A cap: the evidence can only lower it'),
    variance: described(z.enum(variances).optional(), 'The label of the differences that it accepts'),
    ignoreAmount: described(z.boolean().optional(), 'Matches whatever the amounts are'),
    sign: described(z.enum(signModes).optional(), 'Of amounts that ignoreAmount leaves out'),
    crossCurrency: described(z.boolean().optional(), 'Lets records of different currencies match without a conversion'),
  } satisfies SchemasOf<RuleInput>)
  .meta({ id: 'Rule', description: 'A rule as a caller writes it' })

/** Members whose schema differs from that of a sent rule. `match` also has implied criteria, so it has no maximum. */
const effectiveMembers = {
  id: described(z.string(), 'Names the rule in results; made of its place when left out'),
  name: described(z.string(), 'A name for people, the id when left out'),
  enabled: described(z.boolean(), 'False leaves the rule out; true when left out'),
  action: described(
    z.enum(actions),
    'match settles records, suggest proposes a match for a person to decide, exclude takes records out of the run',
  ),
  where: described(z.object(where.shape).optional(), 'Which records the rule looks at; all of them when left out'),
  match: described(
    z.array(criterionSchema).optional(),
    'All must hold; the exact ones are the key that records are grouped by',
  ),
  ignoreAmount: described(z.literal(true).optional(), 'Matches whatever the amounts are'),
  crossCurrency: described(
    z.literal(true).optional(),
    'Lets records of different currencies match without a conversion',
  ),
} satisfies { readonly [Name in keyof Rule]?: z.ZodType }

export const effectiveRule = z.object({ ...ruleSchema.shape, ...effectiveMembers }).meta({
  id: 'EffectiveRule',
  description: 'A rule as it is executed and shown: every default and implied criterion written out',
})
