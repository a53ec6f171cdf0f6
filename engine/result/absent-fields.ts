import { nearestName } from '../base/nearest-name.ts'
import { absentDay } from '../record/columns.ts'
import { dateFields, decimalFields, textFields } from '../record/record.ts'
import { type BySide, type Side, sides } from '../record/side.ts'
import type { Table } from '../record/table.ts'
import type { CompiledPolicy } from '../rules/compiled-policy.ts'
import { isAttributePath } from '../rules/language/field.ts'
import { neededFields } from '../rules/needed-fields.ts'
import { normalizeText } from '../rules/text/normalize.ts'

export const runWarningCodes = [
  'absent_field',
  'unexplained_open',
  'same_records',
  'currency_on_one_side',
  'periods_apart',
  'sides_mirrored',
] as const

/** A likely mistake in the rules or records of a run. The result is right all the same. */
export interface RunWarning {
  readonly code: (typeof runWarningCodes)[number]
  /** Left out where the warning is about both sides. */
  readonly side?: Side
  readonly detail: string
}

export const absentFieldCountMax = 20

/**
 * A warning for each field, up to 20, that an enabled rule needs and no record of a side has, unless the side is empty.
 * A field that is spelt differently in the data gives no match, and nothing else shows why. O(rows).
 *
 * `Rule e2e reads attributes.endToEndId, which no record of target has; the nearest it has is
 * attributes.end_to_end_id.`
 */
export const absentFields = (policy: CompiledPolicy, sidesFound: BySide<FieldsFound>): readonly RunWarning[] =>
  findAbsent(policy, sidesFound)
    .filter((found) => policy.policyId === 'custom' || !isForeseen(found))
    .slice(0, absentFieldCountMax)
    .map((found) => ({ code: 'absent_field', side: found.side, detail: detailOf(found) }))

interface Absent {
  readonly ruleId: string
  readonly side: Side
  readonly field: string
  /** All fields that at least one record of the side has. */
  readonly fields: readonly string[]
}

function findAbsent({ rules }: CompiledPolicy, sidesFound: BySide<FieldsFound>): readonly Absent[] {
  const filled = sides
    .filter((side) => sidesFound[side].rowCount > 0)
    .map((side) => ({ side, named: sidesFound[side].named, fields: fieldsOf(sidesFound[side]) }))
  return rules
    .filter(({ enabled }) => enabled)
    .flatMap((rule) =>
      filled.flatMap(({ side, named, fields }) =>
        neededFields(rule, side)
          .filter((field) => !(isAttributePath(field) ? named : fields).includes(field))
          .map((field) => ({ ruleId: rule.id, side, field, fields })),
      ),
    )
}

/**
 * The built-in policy also matches records without a reference. It warns of an absent reference only if the side has a
 * field with a similar name.
 */
const isForeseen = ({ field, fields }: Absent): boolean =>
  field === 'reference' && nearestField(field, fields) === undefined

function detailOf({ ruleId, side, field, fields }: Absent): string {
  const nearest = nearestField(field, fields)
  const hint = nearest === undefined ? '' : `; the nearest it has is ${nearest}`
  return `Rule ${ruleId} reads ${field}, which no record of ${side} has${hint}.`
}

export interface FieldsFound {
  readonly rowCount: number
  readonly canonical: readonly string[]
  readonly named: readonly string[]
  /** The attributes that the tables list: at most 200. */
  readonly listed: readonly string[]
}

export const fieldsFound = (table: Table, paths: readonly string[]): FieldsFound => ({
  rowCount: table.rowCount,
  canonical: [
    ...textsNamed.filter((field) => hasText(table, field)),
    ...decimalFields.filter((field) => hasDecimal(table, field)),
    ...dateFields.filter((field) => table.date(field).some((day) => day !== absentDay)),
  ],
  named: paths.filter((path) => hasText(table, path)),
  listed: table.attributePaths,
})

const textsNamed = ['id', 'currency', ...textFields]

/** The fields in an order that does not depend on the records. */
const fieldsOf = ({ canonical, listed }: FieldsFound): readonly string[] => [
  ...[...textsNamed, ...decimalFields, ...dateFields].filter((field) => canonical.includes(field)),
  ...listed,
]

const hasText = (table: Table, field: string): boolean => table.text(field).bytes.length > 0

function hasDecimal(table: Table, field: string): boolean {
  const column = table.decimal(field)
  for (let row = 0; row < table.rowCount; row++) if (column.unitsAt(row) !== undefined) return true
  return false
}

const containedLengthMin = 3

/**
 * The field of `fields` that `field` most likely means: the nearest spelling, else a name that contains `field` or is
 * contained in it, with the smallest difference in length. The first of several; undefined for none. Case, accents,
 * punctuation and `attributes.` are ignored: endToEndId equals end_to_end_id.
 */
export function nearestField(field: string, fields: readonly string[]): string | undefined {
  const wanted = foldName(field)
  const folded = fields.map(foldName)
  const nearest = nearestName(wanted, folded) ?? nearestPart(wanted, folded)
  return nearest === undefined ? undefined : fields[folded.indexOf(nearest)]
}

function foldName(field: string): string {
  const name = field.startsWith('attributes.') ? field.slice('attributes.'.length) : field
  return normalizeText(name, ['upper', 'fold-accents', 'alphanumeric']) ?? name
}

function nearestPart(wanted: string, names: readonly string[]): string | undefined {
  const spare = (name: string): number => Math.abs(name.length - wanted.length)
  const [nearest] = names
    .filter((name) => Math.min(name.length, wanted.length) >= containedLengthMin)
    .filter((name) => name.includes(wanted) || wanted.includes(name))
    .sort((left, right) => spare(left) - spare(right))
  return nearest
}
