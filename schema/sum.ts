import { z } from '@hono/zod-openapi'
import { criterionCountMax, type SumInput, signModes } from '@tallystick/engine'
import { decimal, field, soundTolerance, tolerance } from './criterion.ts'
import { wanted } from './fault-words.ts'
import { soundMembers } from './sound-members.ts'

/** The sums of a rule as they cross the wire. */

const term = z.strictObject({
  field: field.optional(),
  times: z.union([z.literal(1), z.literal(-1)], { error: wanted('1 or -1') }).optional(),
  default: decimal.optional(),
  percent: decimal.optional(),
  of: field.optional(),
  fixed: decimal.optional(),
})
const terms = z.array(term).min(1).max(criterionCountMax)

export const sum = z
  .strictObject({
    source: terms.optional(),
    target: terms.optional(),
    tolerance: tolerance.optional(),
    sign: z.enum(signModes).optional(),
  })
  .openapi('Sum')

/** What can be read of a sum whose shape is wrong, so that faults of what the rest means can be told as well. */
export function soundSum(value: unknown): SumInput {
  const { members } = soundMembers(sum, value)
  const given = Object.entries(Object(value)).map(([name, member]) => [name, partOf(name, member)])
  return { ...Object.fromEntries(given.filter(([, part]) => part !== undefined)), ...sum.safeParse(members).data }
}

/** What can be read of a member of a sum that is not sound as a whole. */
function partOf(name: string, value: unknown): SumInput[keyof SumInput] {
  if (name === 'tolerance') return soundTolerance(value)
  if (name === 'source' || name === 'target')
    return Array.isArray(value) ? value.slice(0, criterionCountMax).map(soundTerm) : []
  return undefined
}

/** What can be read of a term, with a member in place of one that it lacks, which may be one that cannot be read. */
function soundTerm(value: unknown): z.infer<typeof term> | undefined {
  const whole = term.safeParse(value)
  if (whole.success) return whole.data
  const { members } = soundMembers(term, value)
  const has = (...names: string[]): boolean => names.some((name) => name in members)
  const lacking = has('percent')
    ? { of: 'amount' }
    : has('of')
      ? { percent: 0 }
      : has('times', 'default')
        ? { field: 'amount' }
        : {}
  return Object.keys(members).length === 0 ? undefined : term.safeParse({ ...lacking, ...members }).data
}
