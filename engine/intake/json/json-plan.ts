import { canonicalFields, dateFields, decimalFields, textFields } from '../../record/record.ts'
import {
  type AmountSource,
  columnsOfMapping,
  type Mapping,
  mappedAmount,
  mappedAt,
  mappedAttributes,
  mappedColumn,
  mappedDatePatterns,
  mappedDecimalSign,
} from '../mapping/mapping.ts'
import type { Column } from '../rows/row.ts'
import type { FaultLog } from '../rows/row-fault.ts'
import type { RecordPlan } from '../table/record-builder.ts'

export interface JsonPlan {
  /** The names of all members that are read. A column's index is the position of its name. */
  readonly names: readonly string[]
  readonly plan: Omit<RecordPlan, 'currency'>
  readonly keepsOthers: boolean
}

type JsonPlanOptions = Pick<JsonPlan, 'keepsOthers'> & { readonly mapping: Mapping }

/** A field is read from the member that `mapping` names, or else from the member of its own name. */
export function createJsonPlan({ mapping, keepsOthers }: JsonPlanOptions, faults: FaultLog): JsonPlan {
  const mapped = new Set(columnsOfMapping(mapping))
  const names = memberNames(mapping)
  const columnOf = (name: string): Column => ({ name, index: names.indexOf(name) })
  const own = (field: string): Column | undefined => (isOwn(field, mapping, mapped) ? columnOf(field) : undefined)
  const amounts = decimalFields.flatMap((field) => {
    const source = mappedAmount(mapping, field)
    const column = own(field)
    if (source !== undefined) return [{ field, source: sourceOf(source, columnOf) }]
    return column === undefined ? [] : [{ field, source: { kind: 'column', column } as const }]
  })
  const fields = new Map<string, Column>()
  for (const field of ['id', 'currency', ...dateFields, ...textFields]) {
    const name = mappedColumn(mapping, field)
    const column = name === undefined ? own(field) : columnOf(name)
    if (column !== undefined) fields.set(field, column)
  }
  const plan = {
    amounts,
    fields,
    attributes: mappedAttributes(mapping).map(({ name, column }) => ({ name, column: columnOf(column) })),
    sign: mappedDecimalSign(mapping) ?? 'plain',
    patterns: mappedDatePatterns(mapping, faults),
    // With `keepsOthers`, attributes need a column even if the mapping reads a field from `attributes`.
    nested: own('attributes') ?? (keepsOthers ? { name: '', index: names.length } : undefined),
    isTrimmed: false,
  } as const
  return { names, plan, keepsOthers }
}

export const textsOf = ({ plan: { fields } }: JsonPlan): ReadonlySet<number> =>
  new Set(['id', ...textFields].flatMap((field) => fields.get(field)?.index ?? []))

/** The members that fields are read from: those of the mapping, and those named like a field that is not mapped. */
export function memberNames(mapping: Mapping): readonly string[] {
  const mapped = new Set(columnsOfMapping(mapping))
  return [...new Set<string>([...mapped, ...canonicalFields.filter((field) => isOwn(field, mapping, mapped))])]
}

/**
 * Whether a field is read from the member of its own name. It is not if the mapping reads the field from another
 * member, or another field from this member.
 */
const isOwn = (field: string, mapping: Mapping, mapped: ReadonlySet<string>): boolean =>
  !mapped.has(field) && mappedColumn(mapping, field) === undefined && !isSided(mapping, field)

function isSided(mapping: Mapping, field: string): boolean {
  const parts = mappedAt(mapping, field)
  return typeof parts === 'object' && parts.debit !== undefined
}

function sourceOf(source: AmountSource<string>, columnOf: (name: string) => Column): AmountSource<Column> {
  if (source.kind === 'sides') return { kind: 'sides', debit: columnOf(source.debit), credit: columnOf(source.credit) }
  const column = columnOf(source.column)
  return source.kind === 'column' ? { ...source, column } : { ...source, column, flag: columnOf(source.flag) }
}
