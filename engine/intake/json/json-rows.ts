import type { JsonValue } from '../../base/canonical.ts'
import { lineOfMember } from '../../base/json.ts'
import { pointerPart } from '../../base/json-pointer.ts'
import { canonicalFields, dateFields, decimalFields, textFields } from '../../record/record.ts'
import {
  type AmountSource,
  columnsOfMapping,
  type Mapping,
  mappedAmount,
  mappedAttributes,
  mappedColumn,
  mappedDatePatterns,
  mappedDecimalSign,
} from '../mapping.ts'
import { createRecordBuilder, type RecordPlan, type RecordSink } from '../record-builder.ts'
import type { Column } from '../row.ts'
import { shown } from '../row-fault.ts'

/** Turns JSON objects into records, in order: canonical fields, `attributes`, and what the mapping names; nothing else. */
export interface JsonRows {
  take(value: JsonValue, place: JsonPlace): void
  end(): void
}

/** Where a record stands. */
export interface JsonPlace {
  /** Undefined for a record of a longer text that `parseJson` has read, which knows its lines. */
  readonly line: number | undefined
  /** RFC 6901 pointer to the record in a JSON body. */
  readonly pointer?: string
}

export interface JsonRowOptions {
  /** Its columns are names of members. */
  readonly mapping?: Mapping | undefined
  /** The currency of records that name none. */
  readonly currency?: string | undefined
}

/** A reader of parsed records, whose faults and records go to `sink`. */
export function createJsonRows({ mapping = {}, currency }: JsonRowOptions, sink: RecordSink): JsonRows {
  const mapped = new Set(columnsOfMapping(mapping))
  const known = new Set<string>([...mapped, ...canonicalFields.filter((field) => isOwn(field, mapping, mapped))])
  const plan = { ...planOf(mapping, mapped, sink), currency }
  const builder = createRecordBuilder(plan, sink)
  let count = 0
  return {
    take(value, { line, pointer }) {
      count += 1
      const own = line ?? lineOfMember(value) ?? count
      if (value === null || typeof value !== 'object' || isArray(value)) {
        const detail = `Got ${shown(value)}, wanted an object, one for each record`
        sink.faults.add({ line: own, ...pointerTo(pointer), column: null, field: null, code: 'invalid_record', detail })
        return
      }
      const lineOf = (name: string): number => line ?? lineOfMember(value, name) ?? own
      for (const name of Object.keys(value).filter((each) => !known.has(each))) {
        const detail = `Got the member ${shown(name)}, wanted only canonical fields (${canonicalFields.join(', ')}) and what the mapping names; anything else belongs into attributes`
        const place = { line: lineOf(name), ...pointerTo(pointer, name) }
        sink.faults.add({ ...place, column: name, field: null, code: 'unknown_member', detail })
      }
      builder.take({
        line: own,
        width: 0,
        cell: ({ name }) => memberOf(value, name),
        lineOf: ({ name }) => lineOf(name),
        ...(pointer !== undefined && { pointerOf: (column) => pointerOf(pointer, column?.name) }),
      })
    },
    end: builder.end,
  }
}

const pointerTo = (record: string | undefined, name?: string): { readonly pointer?: string } =>
  record === undefined ? {} : { pointer: pointerOf(record, name) }

const pointerOf = (record: string, name: string | undefined): string =>
  name === undefined ? record : `${record}/${pointerPart(name)}`

const isArray = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value)

const memberOf = (record: { readonly [name: string]: JsonValue | undefined }, name: string): JsonValue | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined

/** A column by its name alone: members have no positions. */
const columnOf = (name: string): Column => ({ name, index: -1 })

/**
 * Whether `field` is read from the member of the same name: not when the mapping reads the field from elsewhere, nor
 * when it reads another field from that member.
 */
const isOwn = (field: string, mapping: Mapping, mapped: ReadonlySet<string>): boolean =>
  !mapped.has(field) && mappedColumn(mapping, field) === undefined && !isSided(mapping, field)

function isSided(mapping: Mapping, field: string): boolean {
  const parts = mapping[field]
  return typeof parts === 'object' && parts.debit !== undefined
}

function planOf(mapping: Mapping, mapped: ReadonlySet<string>, sink: RecordSink): Omit<RecordPlan, 'currency'> {
  const own = (field: string): Column | undefined => (isOwn(field, mapping, mapped) ? columnOf(field) : undefined)
  const amounts = decimalFields.flatMap((field) => {
    const source = mappedAmount(mapping, field)
    const column = own(field)
    if (source !== undefined) return [{ field, source: sourceOf(source) }]
    return column === undefined ? [] : [{ field, source: { kind: 'column', column } as const }]
  })
  const fields = new Map<string, Column>()
  for (const field of ['id', 'currency', ...dateFields, ...textFields]) {
    const name = mappedColumn(mapping, field)
    const column = name === undefined ? own(field) : columnOf(name)
    if (column !== undefined) fields.set(field, column)
  }
  return {
    amounts,
    fields,
    attributes: mappedAttributes(mapping).map(({ name, column }) => ({ name, column: columnOf(column) })),
    sign: mappedDecimalSign(mapping) ?? 'plain',
    patterns: mappedDatePatterns(mapping, sink.faults),
    nested: own('attributes'),
    isTrimmed: false,
  }
}

function sourceOf(source: AmountSource<string>): AmountSource<Column> {
  if (source.kind === 'sides') return { kind: 'sides', debit: columnOf(source.debit), credit: columnOf(source.credit) }
  const column = columnOf(source.column)
  return source.kind === 'column' ? { kind: 'column', column } : { ...source, column, flag: columnOf(source.flag) }
}
