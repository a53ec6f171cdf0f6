import {
  type BoundsInput,
  type CriterionInput,
  criterionOps,
  nullModes,
  percentBases,
  plainSteps,
  signModes,
  similarityMethods,
} from '@tallystick/engine/rules'
import { z } from 'zod'
import { wanted } from './fault-messages.ts'

/** The shape of a criterion, and of the values that sums and filters have in common with criteria. */

/** A schema for each member that the engine knows, no more and no fewer: checked when the project compiles. */
export type SchemasOf<Input> = { readonly [Name in keyof Input]-?: z.ZodType<Input[Name]> }

export const decimal = z.union([z.number(), z.string().max(40)], { error: wanted('a decimal, as text or as a number') })
export const field = z.string().min(1).max(256)
const dayCount = z.int().min(0).max(36_500)

const stepText = z.string().min(1).max(64)

const normalizeStep = z.union(
  [
    z.enum(plainSteps),
    z.strictObject({ strip: z.array(stepText).min(1).max(1_000) }),
    z.strictObject({
      extract: stepText,
      take: z
        .union([z.enum(['first', 'last', 'all']), z.int().min(1).max(1_000)], {
          error: wanted('"first", "last", "all" or a number from 1 to 1,000'),
        })
        .optional(),
    }),
    z.strictObject({ before: stepText }),
    z.strictObject({ after: stepText }),
    z.strictObject({ remove: stepText }),
    z.strictObject({ lookup: stepText, otherwise: z.literal('keep').optional() }),
  ],
  {
    error: wanted(
      `one of ${plainSteps.join(', ')}, { strip: [words] }, { extract: mask }, { before: text }, { after: text }, { remove: mask } or { lookup: table }`,
    ),
  },
)

const bounds = z.strictObject({
  from: decimal.optional(),
  to: decimal.optional(),
  absolute: decimal.optional(),
  percent: decimal.optional(),
  of: z.enum(percentBases).optional(),
  combine: z.enum(['any', 'all']).optional(),
} satisfies SchemasOf<BoundsInput>)

export const tolerance = z.union([decimal, bounds], {
  error: wanted('a decimal, a percentage such as "1.5%", { from, to } or { absolute, percent, of, combine }'),
})

const signedDayCount = z.int().min(-36_500).max(36_500)
const days = z.union(
  [
    dayCount,
    z.strictObject({ before: dayCount, after: dayCount }),
    z.strictObject({ from: signedDayCount, to: signedDayCount }),
  ],
  { error: wanted('a whole number of days, { before, after } or { from, to }') },
)

export const criterionSchema = z
  .strictObject({
    field: field.optional(),
    sourceField: field.optional(),
    targetField: field.optional(),
    op: z.enum(criterionOps).optional(),
    tolerance: tolerance.optional(),
    days: days.optional(),
    businessDays: days.optional(),
    calendar: z.string().min(1).max(64).optional(),
    normalize: z.array(normalizeStep).max(16).optional(),
    similarity: z.strictObject({ method: z.enum(similarityMethods), min: decimal }).optional(),
    min: z.int().min(4).max(256).optional(),
    mask: stepText.optional(),
    sign: z.enum(signModes).optional(),
    nulls: z.enum(nullModes).optional(),
  } satisfies SchemasOf<CriterionInput>)
  .meta({ id: 'Criterion' })
