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
import * as z from 'zod'
import { described } from './described.ts'
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
    z.strictObject({ strip: described(z.array(stepText).min(1).max(1_000), 'Whole words that are removed') }),
    z.strictObject({
      extract: described(stepText, 'Keeps the places that fit this mask'),
      take: described(
        z
          .union([z.enum(['first', 'last', 'all']), z.int().min(1).max(1_000)], {
            error: wanted('"first", "last", "all" or a number from 1 to 1,000'),
          })
          .optional(),
        'Which of the places is kept: the first, the last, all, or the one of this number',
      ),
    }),
    z.strictObject({ before: described(stepText, 'Keeps what stands before the first of this text') }),
    z.strictObject({ after: described(stepText, 'Keeps what stands after the first of this text') }),
    z.strictObject({ remove: described(stepText, 'Removes all places that fit this mask') }),
    z.strictObject({
      lookup: described(stepText, 'Takes the value that the table of this name has for the text'),
      otherwise: described(z.literal('keep').optional(), 'keep leaves a text as it is that is not in the table'),
    }),
  ],
  {
    error: wanted(
      `one of ${plainSteps.join(', ')}, { strip: [words] }, { extract: mask }, { before: text }, { after: text }, { remove: mask } or { lookup: table }`,
    ),
  },
)

const bounds = z.strictObject({
  from: described(
    decimal.optional(),
    'The least that target − source may be after `sign`: a decimal, or a percentage of the larger',
  ),
  to: described(
    decimal.optional(),
    'The most that target − source may be after `sign`: a decimal, or a percentage of the larger',
  ),
  absolute: described(decimal.optional(), 'The size of the difference at most, in units of the amount'),
  percent: described(decimal.optional(), 'The size of the difference at most, as a percentage such as "1.5%"'),
  of: described(z.enum(percentBases).optional(), 'Which amount the percentage is of'),
  combine: described(z.enum(['any', 'all']).optional(), 'Whether one of the two bounds has to hold, or both'),
} satisfies SchemasOf<BoundsInput>)

export const tolerance = z.union([decimal, bounds], {
  error: wanted('a decimal, a percentage such as "1.5%", { from, to } or { absolute, percent, of, combine }'),
})

const signedDayCount = z.int().min(-36_500).max(36_500)
const days = z.union(
  [
    dayCount,
    z.strictObject({
      before: described(dayCount, 'Days that the target may lie before the source'),
      after: described(dayCount, 'Days that the target may lie after the source'),
    }),
    z.strictObject({
      from: described(signedDayCount, 'The least that target − source may be, in days'),
      to: described(signedDayCount, 'The most that target − source may be, in days'),
    }),
  ],
  { error: wanted('a whole number of days, { before, after } or { from, to }') },
)

export const criterionSchema = z
  .strictObject({
    field: described(field.optional(), 'A canonical field or attributes.<path>, the same on both sides'),
    sourceField: described(field.optional(), 'The field of the source, where it has another name there'),
    targetField: described(field.optional(), 'The field of the target, where it has another name there'),
    op: described(
      z.enum(criterionOps).optional(),
      'How the two values are compared; by the kind of the field when left out',
    ),
    tolerance: described(
      tolerance.optional(),
      'How far the target may lie from the source: "0.05", "1.5%" of the larger, { from, to } of target − source',
    ),
    days: described(
      days.optional(),
      'Calendar days either way, or how many the target may lie before or after the source',
    ),
    businessDays: described(days.optional(), 'The same in business days of `calendar`'),
    calendar: described(
      z.string().min(1).max(64).optional(),
      'target, us-fed, gb, ch, de, or the name of one of the run’s calendars',
    ),
    normalize: described(
      z.array(normalizeStep).max(16).optional(),
      'Steps before text is compared; in a mask # is a digit, @ a letter, * a letter or digit, ? anything',
    ),
    similarity: described(
      z
        .strictObject({
          method: described(z.enum(similarityMethods), 'How likeness is measured'),
          min: described(decimal, 'The least likeness, from 0 to 1'),
        })
        .optional(),
      'How alike two texts have to be',
    ),
    min: described(
      z.int().min(4).max(256).optional(),
      'Characters of the shorter text with starts and ends, 8 when left out',
    ),
    mask: described(stepText.optional(), 'What a key looks like in the text of listed'),
    sign: described(z.enum(signModes).optional(), 'Whether amounts have the same sign, opposite signs, or any'),
    nulls: described(
      z.enum(nullModes).optional(),
      'Without a value on a side: fail, skip the criterion, or match when both sides have none',
    ),
  } satisfies SchemasOf<CriterionInput>)
  .meta({ id: 'Criterion', description: 'One comparison that a pair of records has to meet' })
