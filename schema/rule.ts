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
import { z } from 'zod'
import { criterionSchema, decimal, field, type SchemasOf, tolerance } from './criterion.ts'
import { wanted } from './fault-messages.ts'
import { nameText, side } from './values.ts'

/** The shape of a rule, as it is sent and as it is shown. The engine decides whether a rule of this shape means something. */

const filterValue = z.union([z.string().max(1_000), z.number(), z.boolean()], {
  error: wanted('text of at most 1,000 characters, a number or a boolean'),
})

const filter = z
  .strictObject({
    field,
    op: z.enum(filterOps),
    abs: z.boolean().optional(),
    value: z
      .union([filterValue, z.array(filterValue).min(1).max(1_000)], { error: wanted('a value, or a list of values') })
      .optional(),
  } satisfies SchemasOf<FilterInput>)
  .meta({ id: 'Filter' })

const filters = z.array(filter).max(32)

const where = z.strictObject({
  source: filters.optional(),
  target: filters.optional(),
} satisfies SchemasOf<WhereInput>)

const term = z.strictObject({
  field: field.optional(),
  times: z.union([z.literal(1), z.literal(-1)], { error: wanted('1 or -1') }).optional(),
  default: decimal.optional(),
  percent: decimal.optional(),
  of: field.optional(),
  fixed: decimal.optional(),
} satisfies SchemasOf<TermInput>)

const terms = z.array(term).min(1).max(criterionCountMax)

export const sum = z
  .strictObject({
    source: terms.optional(),
    target: terms.optional(),
    tolerance: tolerance.optional(),
    sign: z.enum(signModes).optional(),
  } satisfies SchemasOf<SumInput>)
  .meta({ id: 'Sum' })

const countWithin = ({ least, most }: { readonly least: number; readonly most: number }) =>
  z.int().min(least).max(most).optional()

const limits = z
  .strictObject({
    maxItems: countWithin(subsetBounds.maxItems),
    maxCandidates: countWithin(subsetBounds.maxCandidates),
  } satisfies SchemasOf<NonNullable<RuleInput['limits']>>)
  .meta({ id: 'SubsetLimits' })

const ranking = z.union([z.literal('as-written'), z.array(z.enum(rankKinds)).min(1).max(rankKinds.length)], {
  error: wanted(`as-written, or a list of ${rankKinds.join(', ')}`),
})

const conversion = z
  .strictObject({
    to: z.string().min(1).max(16).optional(),
    maxAgeDays: z.int().min(0).max(3_660).optional(),
  } satisfies SchemasOf<NonNullable<RuleInput['convert']>>)
  .meta({ id: 'Conversion' })

/** A rule as a caller writes it. */
export const ruleSchema = z
  .strictObject({
    id: z
      .string()
      .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, {
        error: wanted('up to 64 of a-z, 0-9, _ and -, beginning with a letter or digit'),
      })
      .optional(),
    name: nameText.optional(),
    enabled: z.boolean().optional(),
    action: z.enum(actions).optional(),
    cardinality: z.enum(cardinalities).optional(),
    side: side.optional(),
    where: where.optional(),
    match: z.array(criterionSchema).min(1).max(criterionCountMax).optional(),
    sum: sum.optional(),
    select: z.enum(selections).optional(),
    limits: limits.optional(),
    assign: z.enum(assignModes).optional(),
    ambiguous: z.enum(ambiguityModes).optional(),
    rank: ranking.optional(),
    convert: conversion.optional(),
    residual: z.literal('open').optional(),
    confidence: z.enum(confidences).optional(),
    variance: z.enum(variances).optional(),
    ignoreAmount: z.boolean().optional(),
    sign: z.enum(signModes).optional(),
    crossCurrency: z.boolean().optional(),
  } satisfies SchemasOf<RuleInput>)
  .meta({ id: 'Rule' })

/** Members whose schema differs from the sent rule's. The `match` has implied criteria beyond the maximum. */
const effectiveMembers = {
  id: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  action: z.enum(actions),
  where: z.object(where.shape).optional(),
  match: z.array(criterionSchema).optional(),
  ignoreAmount: z.literal(true).optional(),
  crossCurrency: z.literal(true).optional(),
} satisfies { readonly [Name in keyof Rule]?: z.ZodType }

/** A rule as it is executed and shown: every default and implied criterion written out. */
export const effectiveRule = z.object({ ...ruleSchema.shape, ...effectiveMembers }).meta({ id: 'EffectiveRule' })
