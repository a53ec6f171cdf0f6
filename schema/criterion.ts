import { z } from '@hono/zod-openapi'
import {
  type BoundsInput,
  type CriterionInput,
  criterionOps,
  nullModes,
  percentBases,
  plainSteps,
  signModes,
  similarityMethods,
} from '@tallystick/engine'
import { wanted } from './fault-messages.ts'

/** The shape of a criterion, and of the values that sums and filters have in common with criteria. */

/** A schema for each member that the engine knows, no more and no fewer: checked when the project compiles. */
export type SchemasOf<Input> = { readonly [Name in keyof Input]-?: z.ZodType<Input[Name]> }

export const decimal = z.union([z.number(), z.string().max(40)], { error: wanted('a decimal, as text or as a number') })
export const field = z.string().min(1).max(256)
const dayCount = z.int().min(0).max(36_500)

const normalizeStep = z.union(
  [
    z.enum(plainSteps),
    z.strictObject({ strip: z.array(z.string().min(1).max(64)).min(1).max(64) }),
    z.strictObject({ extract: z.string().min(1).max(64) }),
  ],
  { error: wanted(`one of ${plainSteps.join(', ')}, { strip: [words] } or { extract: mask }`) },
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

const days = z.union([dayCount, z.strictObject({ before: dayCount, after: dayCount })], {
  error: wanted('a whole number of days, or { before, after }'),
})

export const criterionSchema = z
  .strictObject({
    field: field.optional().openapi({ description: 'A canonical field or attributes.<path>, the same on both sides' }),
    sourceField: field.optional(),
    targetField: field.optional(),
    op: z.enum(criterionOps).optional(),
    tolerance: tolerance.optional().openapi({
      description:
        'How far the target may lie from the source: "0.05", "1.5%" of the larger, { from, to } of target − source',
    }),
    days: days
      .optional()
      .openapi({ description: 'Calendar days either way, or how many the target may lie before or after the source' }),
    normalize: z.array(normalizeStep).max(16).optional().openapi({
      description: 'Steps before text is compared; in an extract mask # is a digit, @ a letter, ? anything',
    }),
    similarity: z.strictObject({ method: z.enum(similarityMethods), min: decimal }).optional(),
    sign: z.enum(signModes).optional(),
    nulls: z.enum(nullModes).optional().openapi({
      description: 'Without a value on a side: fail, skip the criterion, or match when both sides have none',
    }),
  } satisfies SchemasOf<CriterionInput>)
  .openapi('Criterion')
