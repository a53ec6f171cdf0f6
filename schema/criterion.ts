import { z } from '@hono/zod-openapi'
import {
  type CriterionInput,
  criterionOps,
  nullModes,
  percentBases,
  plainSteps,
  signModes,
  similarityMethods,
} from '@tallystick/engine'
import { wanted } from './fault-words.ts'
import { soundMembers } from './sound-members.ts'

/** A criterion of a rule as it crosses the wire, and the values that sums have in common with it. */

export const decimal = z.union([z.number(), z.string().max(40)], { error: wanted('a decimal, as text or as a number') })
const dayCount = z.int().min(0).max(36_500)
export const field = z.string().min(1).max(256)

const normalizeStep = z.union(
  [
    z.enum(plainSteps),
    z.strictObject({ strip: z.array(z.string().min(1).max(64)).min(1).max(64) }),
    z.strictObject({ extract: z.string().min(1).max(64) }),
  ],
  { error: wanted(`one of ${plainSteps.join(', ')}, { strip: [words] } or { extract: mask }`) },
)

const stepCountMax = 16

const bounds = z.strictObject({
  from: decimal.optional(),
  to: decimal.optional(),
  absolute: decimal.optional(),
  percent: decimal.optional(),
  of: z.enum(percentBases).optional(),
  combine: z.enum(['any', 'all']).optional(),
})

export const tolerance = z.union([decimal, bounds], {
  error: wanted('a decimal, a percentage such as "1.5%", { from, to } or { absolute, percent, of, combine }'),
})

const days = z.union([dayCount, z.strictObject({ before: dayCount, after: dayCount })], {
  error: wanted('a whole number of days, or { before, after }'),
})

const similarity = z.strictObject({ method: z.enum(similarityMethods), min: decimal })

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
    normalize: z.array(normalizeStep).max(stepCountMax).optional().openapi({
      description: 'Steps before text is compared; in an extract mask # is a digit, @ a letter, ? anything',
    }),
    similarity: similarity.optional(),
    sign: z.enum(signModes).optional(),
    nulls: z.enum(nullModes).optional().openapi({
      description: 'Without a value on a side: fail, skip the criterion, or match when both sides have none',
    }),
  })
  .openapi('Criterion')

/** The members that say how two values are compared; without one of them the others may mean something else. */
const comparing = ['tolerance', 'days', 'similarity'] as const

/**
 * What can be read of a criterion whose shape is wrong, so that faults of what the rest means can be told as well.
 * Undefined when its fields cannot be read, without which nothing has a meaning.
 */
export function soundCriterion(value: unknown): CriterionInput | undefined {
  const { members: whole, unsound } = soundMembers(criterionSchema, value)
  const members = { ...partsOf(Object(value), unsound), ...whole }
  const isNamed = 'field' in members || 'sourceField' in members || 'targetField' in members
  if (!isNamed || ['field', 'sourceField', 'targetField'].some((name) => unsound.has(name))) return undefined
  const { op, ...rest } = members
  const isRead = comparing.every((name) => !unsound.has(name) || name in members)
  const isWhole = isRead && [...unsound].every((name) => isMember(name))
  return criterionSchema.safeParse(isWhole ? members : rest).data
}

/** What can be read of those members that say how values are compared and are not sound as a whole. */
function partsOf({ normalize, tolerance, similarity }: CriterionMembers, unsound: ReadonlySet<string>): object {
  const steps = unsound.has('normalize') ? soundSteps(normalize) : undefined
  const bound = unsound.has('tolerance') ? soundTolerance(tolerance) : undefined
  const least = unsound.has('similarity') ? soundSimilarity(similarity) : undefined
  return { ...(steps && { normalize: steps }), ...(bound && { tolerance: bound }), ...(least && { similarity: least }) }
}

interface CriterionMembers {
  readonly normalize?: unknown
  readonly tolerance?: unknown
  readonly similarity?: unknown
}

/** The steps of a `normalize` whose shape is wrong, each at its place: one that has nothing against it for the others. */
const soundSteps = (value: unknown): CriterionInput['normalize'] =>
  Array.isArray(value)
    ? value.slice(0, stepCountMax).map((step) => normalizeStep.safeParse(step).data ?? 'trim')
    : undefined

/** In place of a bound that cannot be read: it has nothing against any other. */
const widest = { from: '-999999999999999999', to: '999999999999999999' }

/** The bounds that can be read of a tolerance whose shape is wrong; undefined when there is none. */
export function soundTolerance(value: unknown): CriterionInput['tolerance'] {
  const { of: _of, combine: _combine, ...given } = soundMembers(bounds, value).members
  if (Object.keys(given).length === 0) return undefined
  return bounds.safeParse('from' in given || 'to' in given ? { ...widest, ...given } : given).data
}

/** The least likeness of a similarity whose shape is wrong, as one of a method that has nothing against it. */
function soundSimilarity(value: unknown): CriterionInput['similarity'] {
  const { min } = soundMembers(similarity, value).members
  return similarity.safeParse({ method: 'levenshtein', min }).data
}

const isMember = (name: string): boolean => Object.hasOwn(criterionSchema.shape, name)
