import { z } from '@hono/zod-openapi'
import { filterOps, type RuleInput } from '@tallystick/engine'
import { field } from './criterion.ts'
import { wanted } from './fault-words.ts'
import { soundMembers } from './sound-members.ts'

/** The filters of a rule as they cross the wire: which records of a side take part. */

const filterValue = z.union([z.string().max(1_000), z.number(), z.boolean()], {
  error: wanted('text of at most 1,000 characters, a number or a boolean'),
})

const filter = z
  .strictObject({
    field,
    op: z.enum(filterOps),
    value: z
      .union([filterValue, z.array(filterValue).min(1).max(1_000)], { error: wanted('a value, or a list of values') })
      .optional(),
  })
  .openapi('Filter')

const filterCountMax = 32

export const filters = z.array(filter).max(filterCountMax)

export const where = z.strictObject({ source: filters.optional(), target: filters.optional() })

/**
 * What can be read of a `where` whose shape is wrong. Each side ends in an undefined filter: others might have been
 * there.
 */
export function soundWhere(value: unknown): NonNullable<RuleInput['where']> {
  const { source, target }: { readonly source?: unknown; readonly target?: unknown } = Object(value)
  return { source: soundFilters(source), target: soundFilters(target) }
}

const soundFilters = (value: unknown): readonly (z.infer<typeof filter> | undefined)[] => [
  ...(Array.isArray(value) ? value.slice(0, filterCountMax).map(soundFilter) : []),
  undefined,
]

/** Without all that says what it asks of its field, a filter asks no more than that there is such a field. */
function soundFilter(value: unknown): z.infer<typeof filter> | undefined {
  const { members, unsound } = soundMembers(filter, value)
  const isAsked = unsound.size === 0 || ('op' in members && 'value' in members)
  return filter.safeParse(isAsked ? members : { field: members['field'], op: 'present' }).data
}
