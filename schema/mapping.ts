import { intakeLimits, skipConditionCountMax } from '@tallystick/engine/intake'
import * as z from 'zod'
import { described } from './described.ts'
import { unknownMember, wanted } from './fault-messages.ts'
import { check, type Fault } from './problem.ts'

/** A mapping says which columns of an export hold the fields of a canonical record. */

const column = z.string().min(1).max(200)
const dateFormat = z.string().min(1).max(40)
const dateColumn = z.union(
  [
    column,
    z.strictObject({
      column: described(column, 'Column of the date'),
      format: described(dateFormat.optional(), 'Its format, such as DD.MM.YYYY'),
    }),
    z.strictObject({ format: described(dateFormat, 'Its format, such as DD.MM.YYYY') }),
  ],
  { error: wanted('a column, { column, format } or { format }') },
)
const flagValues = z.array(z.string().max(40)).min(1).max(20)
const amountText = described(column, 'Column of the amount, which has no sign beside a flag')
const amountColumn = z.union(
  [
    column,
    z.strictObject({
      column: amountText,
      negate: described(z.boolean().optional(), 'True: the sign of the column is turned'),
    }),
    z.strictObject({
      debit: described(column, 'Column of money that goes out'),
      credit: described(column, 'Column of money that comes in'),
    }),
    z.strictObject({
      column: amountText,
      flag: described(column, 'Column that says whether it goes out'),
      debitValues: described(flagValues, 'What the flag says of money that goes out'),
      creditValues: described(
        flagValues.optional(),
        'What the flag says of money that comes in; anything else when left out',
      ),
    }),
  ],
  { error: wanted('a column, { column, negate }, { debit, credit } or { column, flag, debitValues }') },
)

const cellText = z
  .string()
  .regex(/\S/, { error: wanted('text that is not blank') })
  .max(200)

const cellColumn = described(
  column,
  'The column that is looked at; without it, the first cell of the row that holds something',
)

/** A condition under which a row is no record. */
const skipCondition = z.union(
  [
    z.strictObject({
      column: cellColumn,
      blank: described(z.literal(true), 'The cell is blank'),
    }),
    z.strictObject({
      column: cellColumn.optional(),
      starts: described(cellText, 'What the cell begins with, in either case'),
    }),
    z.strictObject({
      column: cellColumn.optional(),
      equals: described(cellText, 'What the cell is, in either case'),
    }),
    z.strictObject({ repeatedHeader: described(z.literal(true), 'The row is the header once more') }),
  ],
  {
    error: wanted('{ column, blank: true }, { column, starts }, { column, equals } or { repeatedHeader: true }'),
  },
)

const attributeMember = /^attributes(\.[^.]+){1,5}$/

/** Limited because every record with the attribute repeats its name. */
const attributeLengthMax = 'attributes.'.length + intakeLimits.nameLength
const shownLength = 60

/** The column of each canonical field. Columns that no field names go to `attributes`. */
export const mapping = z
  .object({
    id: described(column.optional(), 'Column of the id'),
    amount: described(amountColumn.optional(), 'Column of the amount, or columns of debit and credit'),
    currency: described(column.optional(), 'Column of the currency'),
    date: described(dateColumn.optional(), 'Column of the booking date'),
    valueDate: described(dateColumn.optional(), 'Column of the value date'),
    reference: described(column.optional(), 'Column of the reference'),
    description: described(column.optional(), 'Column of the description'),
    counterparty: described(column.optional(), 'Column of the counterparty'),
    account: described(column.optional(), 'Column of the account'),
    type: described(column.optional(), 'Column of the type'),
    status: described(column.optional(), 'Column of the status'),
    gross: described(amountColumn.optional(), 'Column of the amount before fees'),
    fee: described(amountColumn.optional(), 'Column of the fee'),
    net: described(amountColumn.optional(), 'Column of the amount after fees'),
    decimal: described(z.enum(['.', ',']).optional(), 'The decimal sign of every amount'),
    header: described(z.boolean().optional(), 'False: the first row is data, columns are "1", "2", …'),
    skip: described(
      z.array(skipCondition).max(skipConditionCountMax).optional(),
      'Which rows of a table, or records of a file of JSON, are left out: those that any of the conditions fits. An empty list says that every row is one, those too that call themselves a balance',
    ),
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
  .meta({
    id: 'Mapping',
    description:
      'Which columns of an export hold the fields of a record; a member attributes.<path> names the column of an attribute',
  })

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
