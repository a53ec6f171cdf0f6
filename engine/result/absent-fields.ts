import { nearestName } from '../base/nearest-name.ts'
import { absentDay } from '../record/columns.ts'
import { dateFields, decimalFields, textFields } from '../record/record.ts'
import { type Side, sides } from '../record/side.ts'
import type { Table } from '../record/table.ts'
import type { CompiledPolicy } from '../rules/compiled-policy.ts'
import { isAttributePath } from '../rules/field.ts'
import { neededFields } from '../rules/needed-fields.ts'
import { normalizeText } from '../rules/normalize.ts'

/** A likely mistake that a caller should know of, though the result is right. */
export interface RunWarning {
  readonly code: 'absent_field' | 'unexplained_open'
  readonly side: Side
  readonly detail: string
}

/** Warnings that a run has at most: those of the first rules. */
export const absentFieldCountMax = 20

/**
 * A warning for each field that an enabled rule needs and no record of a side has, though the side has records: a field
 * spelt otherwise in the data gives no match, and nothing else shows why. The same records and rules give the same
 * warnings. O(rows).
 *
 * `Rule e2e reads attributes.endToEndId, which no record of target has; the nearest it has is attributes.end_to_end_id.`
 */
export const absentFields = (policy: CompiledPolicy, tables: Tables): readonly RunWarning[] =>
  findAbsent(policy, tables)
    .filter((found) => policy.policyId === 'custom' || !isForeseen(found))
    .slice(0, absentFieldCountMax)
    .map((found) => ({ code: 'absent_field', side: found.side, detail: detailOf(found) }))

interface Absent {
  readonly ruleId: string
  readonly side: Side
  readonly field: string
  /** The fields that records of the side do have. */
  readonly fields: readonly string[]
}

function findAbsent({ rules }: CompiledPolicy, tables: Tables): readonly Absent[] {
  const filled = sides
    .filter((side) => tables[side].rowCount > 0)
    .map((side) => ({ side, table: tables[side], fields: fieldsOf(tables[side]) }))
  return rules
    .filter(({ enabled }) => enabled)
    .flatMap((rule) =>
      filled.flatMap(({ side, table, fields }) =>
        neededFields(rule, side)
          .filter((field) => !(isAttributePath(field) ? hasText(table, field) : fields.includes(field)))
          .map((field) => ({ ruleId: rule.id, side, field, fields })),
      ),
    )
}

/** The built-in policy also matches without references: only a reference of another name is worth a warning. */
const isForeseen = ({ field, fields }: Absent): boolean =>
  field === 'reference' && nearestField(field, fields) === undefined

function detailOf({ ruleId, side, field, fields }: Absent): string {
  const nearest = nearestField(field, fields)
  const hint = nearest === undefined ? '' : `; the nearest it has is ${nearest}`
  return `Rule ${ruleId} reads ${field}, which no record of ${side} has${hint}.`
}

interface Tables {
  readonly source: Table
  readonly target: Table
}

/** The canonical fields that any record has, and the attributes. */
const fieldsOf = (table: Table): readonly string[] => [
  ...['id', 'currency', ...textFields].filter((field) => hasText(table, field)),
  ...decimalFields.filter((field) => hasDecimal(table, field)),
  ...dateFields.filter((field) => table.date(field).some((day) => day !== absentDay)),
  ...table.attributePaths,
]

/** An absent value takes no bytes of its column. */
const hasText = (table: Table, field: string): boolean => table.text(field).bytes.length > 0

function hasDecimal(table: Table, field: string): boolean {
  const column = table.decimal(field)
  for (let row = 0; row < table.rowCount; row++) if (column.unitsAt(row) !== undefined) return true
  return false
}

/** Characters that a name has at least to be found inside another. */
const containedLengthMin = 3

/**
 * The field of `fields` that `field` most likely means, the first where several are as near: the nearest spelling, else
 * the name that contains `field` or is contained in it with the smallest difference in length; undefined when there is
 * none. Case, accents, punctuation and `attributes.` do not count: endToEndId is end_to_end_id.
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
