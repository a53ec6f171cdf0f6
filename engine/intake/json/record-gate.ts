import type { JsonValue } from '../../base/canonical.ts'
import type { JsonObject } from '../../base/json-shape.ts'
import { decimalFields } from '../../record/record.ts'
import { createRowSkip } from '../columns/row-skip.ts'
import type { StatementSink } from '../dataset/statement-writer.ts'
import { isBlank } from '../fields/is-blank.ts'
import type { ExportMap } from '../kinds/export-map.ts'
import { memberAt } from '../kinds/member-path.ts'
import { createUnsignedCheck, type RecordPlace } from '../kinds/unsigned-records.ts'
import { type Mapping, mappedAmount, skipConditions } from '../mapping/mapping.ts'
import type { SkipCondition } from '../mapping/skip-condition.ts'
import type { Column } from '../rows/row.ts'

interface RecordGate {
  /** Whether the record is read. If not, a warning or fault is added. */
  admits(record: JsonObject, place: RecordPlace): boolean
  readonly hasConditions: boolean
}

export function createRecordGate(
  own: Mapping,
  map: ExportMap | undefined,
  sink: Pick<StatementSink, 'warn' | 'faults'>,
): RecordGate {
  const skips = createRecordSkip(skipConditions(own))
  const isMapped = decimalFields.some((field) => field !== 'fee' && mappedAmount(own, field) !== undefined)
  const unsigned = isMapped || map?.unsigned === undefined ? undefined : createUnsignedCheck(map.unsigned, sink)
  return {
    hasConditions: skips !== undefined,
    admits(record, place) {
      const isLeftOut = isSkipped(record, map) || skips?.(record) === true
      if (isLeftOut) sink.warn('skipped_entries', place.line)
      return !isLeftOut && unsigned?.(record, place) !== false
    },
  }
}

function createRecordSkip(conditions: readonly SkipCondition[]): ((record: JsonObject) => boolean) | undefined {
  if (conditions.length === 0) return undefined
  const found = conditions.map((condition) => ({
    condition,
    column: condition.column === undefined ? undefined : { name: condition.column, index: 0 },
  }))
  return (record) => {
    const columns = Object.keys(record).map((name, index) => ({ name, index }))
    const cell = ({ name }: Column): JsonValue | undefined => memberAt(record, name)
    return createRowSkip(found, columns).skips({ line: 0, width: columns.length, cell, lineOf: () => 0 })
  }
}

const isSkipped = (record: JsonObject, map: ExportMap | undefined): boolean =>
  map?.skipped?.some(({ name, values }) => {
    const value = memberAt(record, name)
    return values.includes(isBlank(value) ? '' : String(value).toLowerCase())
  }) ?? false
