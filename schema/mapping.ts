import { intakeLimits, skipConditionCountMax } from '@tallystick/engine/intake'
import { z } from 'zod'
import { unknownMember, wanted } from './fault-messages.ts'
import { check, type Fault } from './problem.ts'

/** A mapping says which columns of an export hold the fields of a canonical record. */

const column = z.string().min(1).max(200)
const dateFormat = z.string().min(1).max(40)
const dateColumn = z.union(
  [column, z.strictObject({ column, format: dateFormat.optional() }), z.strictObject({ format: dateFormat })],
  { error: wanted('a column, { column, format } or { format }') },
)
const flagValues = z.array(z.string().max(40)).min(1).max(20)
const amountColumn = z.union(
  [
    column,
    z.strictObject({ column, negate: z.boolean().optional() }),
    z.strictObject({ debit: column, credit: column }),
    z.strictObject({ column, flag: column, debitValues: flagValues, creditValues: flagValues.optional() }),
  ],
  { error: wanted('a column, { column, negate }, { debit, credit } or { column, flag, debitValues }') },
)

const cellText = z
  .string()
  .regex(/\S/, { error: wanted('text that is not blank') })
  .max(200)

/** A condition under which a row is no record. */
const skipCondition = z.union(
  [
    z.strictObject({ column, blank: z.literal(true) }),
    z.strictObject({ column: column.optional(), starts: cellText }),
    z.strictObject({ column: column.optional(), equals: cellText }),
    z.strictObject({ repeatedHeader: z.literal(true) }),
  ],
  {
    error: wanted('{ column, blank: true }, { column, starts }, { column, equals } or { repeatedHeader: true }'),
  },
)

const attributeMember = /^attributes(\.[^.]+){1,5}$/

/** Every record that has the attribute repeats its name. */
const attributeLengthMax = 'attributes.'.length + intakeLimits.nameLength
const shownLength = 60

/** The column of each canonical field. Columns that no field names go to `attributes`. */
export const mapping = z
  .object({
    id: column.optional(),
    amount: amountColumn.optional(),
    currency: column.optional(),
    date: dateColumn.optional(),
    valueDate: dateColumn.optional(),
    reference: column.optional(),
    description: column.optional(),
    counterparty: column.optional(),
    account: column.optional(),
    type: column.optional(),
    status: column.optional(),
    gross: amountColumn.optional(),
    fee: amountColumn.optional(),
    net: amountColumn.optional(),
    decimal: z.enum(['.', ',']).optional(),
    header: z.boolean().optional(),
    skip: z.array(skipCondition).max(skipConditionCountMax).optional(),
  })
  .catchall(column)
  .superRefine((value, context) => {
    const keys = Object.keys(value)
    if (keys.length > intakeLimits.members) {
      const message = `Got ${keys.length} members, wanted at most ${intakeLimits.members}`
      context.addIssue({ code: 'custom', message, params: { code: 'too_many_members' } })
      return
    }
    for (const key of keys)
      if (key.length > attributeLengthMax)
        context.addIssue({
          code: 'custom',
          message: `Got the name ${JSON.stringify(`${key.slice(0, shownLength)}…`)} of ${key.length} characters, wanted at most ${attributeLengthMax}`,
          params: { code: 'name_too_long' },
        })
      else if (!Object.hasOwn(mapping.shape, key) && !attributeMember.test(key))
        context.addIssue({
          code: 'unrecognized_keys',
          keys: [key],
          message: unknownMember(key, Object.keys(mapping.shape)),
        })
  })
  .meta({ id: 'Mapping' })

export type Mapping = z.infer<typeof mapping>

/** The mapping of each side, where it has one. */
export interface SideMappings {
  readonly source?: Mapping | undefined
  readonly target?: Mapping | undefined
}

const bySide = z.strictObject({ source: mapping.optional(), target: mapping.optional() })

/**
 * Checks the mapping file of the command line: one mapping for both sides, or `{ "source": …, "target": … }`. The file
 * has the second form when it has one of these two members. Comes back with the mapping of each side, or all faults.
 */
export function checkMappingFile(
  value: unknown,
): { readonly ok: true; readonly value: SideMappings } | { readonly ok: false; readonly faults: readonly Fault[] } {
  const isBySide = typeof value === 'object' && value !== null && ('source' in value || 'target' in value)
  if (isBySide) return check(bySide, value)
  const both = check(mapping, value)
  return both.ok ? { ok: true, value: { source: both.value, target: both.value } } : both
}
