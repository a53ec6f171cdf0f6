import type { JsonValue } from '../../base/canonical.ts'
import { lineOfMember } from '../../base/json.ts'
import { canonicalFields, dateFields, decimalFields, textFields } from '../../record/record.ts'
import {
  type AmountSource,
  columnsOfMapping,
  type Mapping,
  mappedAmount,
  mappedAttributes,
  mappedColumn,
} from '../mapping.ts'
import { patternsOf, type ReaderOptions, signOf } from '../reader.ts'
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
  /** Undefined when it was parsed as part of a longer text that tells. */
  readonly line: number | undefined
  /** RFC 6901 pointer to it in a JSON body. */
  readonly pointer?: string
}

/** Requires that a `mapping` given has columns by member names. */
export function createJsonRows(options: ReaderOptions, sink: RecordSink): JsonRows {
  const { mapping } = options
  const mapped = new Set(columnsOfMapping(mapping))
  const known = new Set<string>([...mapped, ...canonicalFields.filter((field) => isOwn(field, mapping, mapped))])
  const builder = createRecordBuilder(planOf(options, mapped, sink), sink)
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
  name === undefined ? record : `${record}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`

const isArray = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value)

const memberOf = (record: { readonly [name: string]: JsonValue | undefined }, name: string): JsonValue | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined

const columnOf = (name: string): Column => ({ name, index: -1 })

/** Whether the member of the field's own name is the field: not when the mapping reads either from elsewhere. */
const isOwn = (field: string, mapping: Mapping, mapped: ReadonlySet<string>): boolean =>
  !mapped.has(field) &&
  mappedColumn(mapping, field) === undefined &&
  typeof mapping[field] !== 'string' &&
  !isSided(mapping, field)

function isSided(mapping: Mapping, field: string): boolean {
  const parts = mapping[field]
  return typeof parts === 'object' && parts.debit !== undefined
}

function planOf({ mapping, currency }: ReaderOptions, mapped: ReadonlySet<string>, sink: RecordSink): RecordPlan {
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
    sign: signOf(mapping) ?? 'plain',
    patterns: patternsOf(mapping, sink.faults),
    currency,
    nested: own('attributes'),
    isTrimmed: false,
  }
}

function sourceOf(source: AmountSource<string>): AmountSource<Column> {
  if (source.kind === 'sides') return { kind: 'sides', debit: columnOf(source.debit), credit: columnOf(source.credit) }
  const column = columnOf(source.column)
  return source.kind === 'column' ? { kind: 'column', column } : { ...source, column, flag: columnOf(source.flag) }
}
