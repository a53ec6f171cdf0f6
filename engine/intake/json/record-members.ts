import type { JsonValue } from '../../base/canonical.ts'
import { exponentOf } from '../../base/currency.ts'
import { formatDate } from '../../base/date.ts'
import { type Decimal, decimalOfNumber, formatDecimal, negated, parseDecimal } from '../../base/decimal.ts'
import { isObject, isTextList, type JsonObject } from '../../base/json-shape.ts'
import { decimalFields, textFields } from '../../record/record.ts'
import type { StatementSink } from '../dataset/statement-writer.ts'
import { isBlank } from '../fields/is-blank.ts'
import { type ExportMap, namesIn } from '../kinds/export-map.ts'
import { mergedMapping } from '../kinds/export-maps.ts'
import { listAt, memberAt } from '../kinds/member-path.ts'
import { columnsOfMapping, type Mapping, mappedAmount, mappedColumn } from '../mapping/mapping.ts'
import { memberNames } from './json-plan.ts'
import type { ExportMembers } from './json-rows.ts'
import { keptMembers, type TakenMembers, textOfNumber } from './kept-members.ts'
import { createRecordGate } from './record-gate.ts'

interface RecordMembers extends ExportMembers {
  /** The mapping of the export; where the caller's mapping names a field, it wins. */
  readonly mapping: Mapping
}

interface RecordMembersOptions {
  readonly mapping: Mapping
  readonly fields: Mapping
  readonly map: ExportMap | undefined
  readonly sink: Pick<StatementSink, 'warn' | 'faults'>
}

type Change = (value: JsonValue, record: JsonObject) => JsonValue

export function createRecordMembers({ mapping: own, fields, map, sink }: RecordMembersOptions): RecordMembers {
  const mapping = mergedMapping(fields, own)
  const columns = memberNames(mapping)
    .filter((name) => name !== 'attributes')
    .map((name) => ({ name, alternatives: namesIn(name) }))
  const mapped = new Set(columnsOfMapping(own))
  const changes = changesOf(mapping, own, map)
  const texts = new Set(['id', ...textFields].map((field) => mappedColumn(mapping, field) ?? field))
  const leftOut = new Set(map?.leftOut)
  const gate = createRecordGate(own, map, sink)
  const statusName = mappedColumn(mapping, 'status') ?? 'status'
  let record: JsonObject = {}
  let values = new Map<string, JsonValue>()
  let paths = new Set<string>()

  const find = (name: string, alternatives: readonly string[]): void => {
    for (const path of alternatives) {
      const value = memberAt(record, path)
      if (isBlank(value)) continue
      // A list or object is a field only if it is mapped. A list of texts is read as one text of several lines.
      if (typeof value === 'object' && !mapped.has(name)) {
        if (!isTextList(value) || !texts.has(name)) continue
        values.set(name, value.join('\n'))
      } else values.set(name, value)
      paths.add(path)
      return
    }
  }
  return {
    mapping,
    isPlain:
      map === undefined &&
      !gate.hasConditions &&
      !mapped.has('attributes') &&
      columns.every(({ name, alternatives: { length } }) => length === 1 && !name.includes('.')),
    open(next, { line, pointer }) {
      record = next
      values = new Map()
      paths = new Set()
      if (!gate.admits(record, { line, pointer })) return false
      for (const { name, alternatives } of columns) find(name, alternatives)
      const status = map?.statuses?.[listAt(pointer)]
      if (status !== undefined && !values.has(statusName)) values.set(statusName, status)
      return true
    },
    cell(name) {
      if (name === 'attributes') return attributesOf(record, { paths, leftOut })
      const value = values.get(name)
      if (value === undefined) return undefined
      const changed = changes.get(name)?.(value, record) ?? value
      return typeof changed === 'number' && texts.has(name) ? textOfNumber(changed) : changed
    },
  }
}

function changesOf(mapping: Mapping, own: Mapping, map: ExportMap | undefined): ReadonlyMap<string, Change> {
  const changes = new Map<string, Change>()
  if (map === undefined) return changes
  const currencyPath = mappedColumn(mapping, 'currency') ?? 'currency'
  const currencyOf = (record: JsonObject): string => {
    const code = namesIn(currencyPath)
      .map((path) => memberAt(record, path))
      .find((value) => typeof value === 'string')
    return typeof code === 'string' ? code.toUpperCase() : ''
  }
  const add = (fields: readonly string[] | undefined, change: Change): void => {
    for (const field of fields ?? []) {
      if (field in own) continue
      const [name] = namesOfColumn(mapping, field)
      const before = name === undefined ? undefined : changes.get(name)
      if (name !== undefined)
        changes.set(name, before === undefined ? change : (value, record) => change(before(value, record), record))
    }
  }
  add(map.minorUnits, (value, record) => majorUnits(value, currencyOf(record), map.exponents))
  add(map.turned, turned)
  add(map.seconds, (value) => (typeof value === 'number' ? timestampOf(value) : value))
  add(['currency'], (value) => (typeof value === 'string' ? value.toUpperCase() : value))
  return changes
}

function namesOfColumn(mapping: Mapping, field: string): readonly string[] {
  const amount = decimalFields.find((each) => each === field)
  const source = amount === undefined ? undefined : mappedAmount(mapping, amount)
  if (source?.kind === 'sides') return [source.debit, source.credit]
  return [source?.column ?? mappedColumn(mapping, field) ?? field]
}

const decimalOf = (value: JsonValue): Decimal | undefined =>
  typeof value === 'number' ? decimalOfNumber(value) : typeof value === 'string' ? parseDecimal(value) : undefined

/** An amount in minor units as a decimal. Any other value becomes a text that describes it, for the fault. */
function majorUnits(value: JsonValue, currency: string, exponents: ExportMap['exponents']): JsonValue {
  const units = decimalOf(value)
  const scale = exponents?.[currency] ?? exponentOf(currency)
  if (units?.scale !== 0 || scale === undefined) return `${String(value)} minor units of ${currency || 'no currency'}`
  return formatDecimal({ coefficient: units.coefficient, scale })
}

function turned(value: JsonValue): JsonValue {
  const decimal = decimalOf(value)
  return decimal === undefined ? value : formatDecimal(negated(decimal))
}

/** A number of seconds since 1970 as ISO 8601 in UTC. Other numbers are returned unchanged. */
function timestampOf(seconds: number): JsonValue {
  if (!Number.isInteger(seconds) || seconds < 0 || seconds >= secondsOfYear10000) return seconds
  const [hours, minutes] = [Math.floor((seconds % 86_400) / 3600), Math.floor((seconds % 3600) / 60)]
  const time = [hours, minutes, seconds % 60].map((part) => String(part).padStart(2, '0')).join(':')
  return `${formatDate(Math.floor(seconds / 86_400))}T${time}Z`
}

const secondsOfYear10000 = 253_402_300_800

function attributesOf(record: JsonObject, taken: TakenMembers): JsonObject | undefined {
  const { attributes, ...others } = record
  const own = isObject(attributes) ? attributes : undefined
  const kept = keptMembers(own === undefined ? record : others, taken)
  return own === undefined ? kept : { ...kept, ...keptMembers(own, taken, 'attributes.') }
}
