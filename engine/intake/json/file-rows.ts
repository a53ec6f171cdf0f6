import type { JsonValue } from '../../base/canonical.ts'
import { lineOfMember } from '../../base/json.ts'
import { isObject } from '../../base/json-shape.ts'
import type { TakenColumns } from '../columns/taken-columns.ts'
import type { StatementSink } from '../dataset/statement-writer.ts'
import type { ReaderOptions } from '../format/format.ts'
import { namesIn } from '../kinds/export-map.ts'
import { mapOfRecord, mergedMapping } from '../kinds/export-maps.ts'
import { memberAt } from '../kinds/member-path.ts'
import { columnsOfMapping, type Mapping, mappedAmount, skipConditions } from '../mapping/mapping.ts'
import type { FaultLog } from '../rows/row-fault.ts'
import type { Steps } from '../rows/steps.ts'
import { createJsonRows, type JsonPlace, type JsonRows } from './json-rows.ts'
import type { JsonTakers } from './json-takers.ts'
import { amountHintOf } from './nested-amount.ts'
import { createRecordMembers } from './record-members.ts'
import { refusalOf } from './refused-records.ts'
import { usualMembers } from './usual-members.ts'

interface FileRows {
  take(value: JsonValue, place: JsonPlace, length: number): void
  /** Undefined until the first records have been read. */
  takers(): JsonTakers | undefined
  end(): Steps<void>
}

/** How many records, and how many characters of text, are held to decide how all records are read. */
const heldCountMax = 30
const heldLengthMax = 65_536

interface Held {
  readonly value: JsonValue
  readonly place: JsonPlace
}

type FileOptions = Pick<ReaderOptions, 'mapping' | 'currency' | 'kind' | 'onColumns'>

/** With `isNested`, fields may also be read from members of members. */
export function createFileRows(
  options: FileOptions,
  sink: StatementSink,
  { isNested }: { readonly isNested: boolean },
): FileRows {
  const held: Held[] = []
  let length = 0
  let rows: JsonRows | undefined
  const open = function* (): Steps<void> {
    const opened = openRows(held, { ...options, isNested }, sink)
    rows = opened
    options.onColumns?.(opened.taken.flatMap((each) => foundIn(held, each)))
    for (const { value, place } of held) {
      opened.take(value, place)
      yield
    }
    held.length = 0
  }
  return {
    take(value, place, own) {
      if (rows !== undefined) return rows.take(value, place)
      held.push({ value, place })
      length += own
      if (held.length >= heldCountMax || length >= heldLengthMax) sink.backlog.add(open())
    },
    takers: () => rows?.takers,
    *end() {
      if (rows === undefined) sink.backlog.add(open())
      yield* sink.backlog.workOff()
      if (rows !== undefined) yield* rows.end()
    },
  }
}

function foundIn(held: readonly Held[], { field, columns }: TakenColumns): readonly TakenColumns[] {
  const has = (path: string): boolean => held.some(({ value }) => memberAt(value, path) !== undefined)
  const found = columns.flatMap((names) => namesIn(names).find(has) ?? [])
  return found.length === 0 ? [] : [{ field, columns: found }]
}

function openRows(
  held: readonly Held[],
  { mapping, currency, kind, isNested }: FileOptions & { readonly isNested: boolean },
  sink: StatementSink,
): JsonRows {
  const [first] = held
  const map = first === undefined ? undefined : mapOfRecord(first.value, kind)
  if (first !== undefined && map === undefined && mappedAmount(mapping, 'amount') === undefined)
    refuse(first, sink.faults)
  const records = held.map(({ value }) => value).filter(isObject)
  const usual = map === undefined ? usualMembers(records, { mapping, kind }) : undefined
  const signs = usual?.signs
  const amountHint = amountHintOf(map === undefined ? records : [], mapping)
  if (map !== undefined || usual?.hasUnreadDates) sink.expectDates?.()
  const isPlain = !isNested && amountHint === ''
  if (usual !== undefined && isPlain && !hasPaths(mapping, records) && skipConditions(mapping).length === 0)
    return createJsonRows({ mapping: mergedMapping(usual.mapping, mapping), currency, keepsOthers: true, signs }, sink)
  const fields = map?.fields ?? usual?.mapping ?? {}
  const members = createRecordMembers({ mapping, fields, map, sink })
  return createJsonRows({ mapping: members.mapping, currency, members, signs, amountHint }, sink)
}

/** Refuses a file whose amounts are in minor units, since they would come out a hundred times too large. */
function refuse({ value, place }: Held, faults: FaultLog): void {
  const detail = refusalOf(value)
  if (detail === undefined) return
  const line = place.line ?? (lineOfMember(value, 'amount') ?? 1) + (place.linesAbove ?? 0)
  const pointer = place.pointer === undefined ? {} : { pointer: `${place.pointer}/amount` }
  faults.add({ line, ...pointer, column: 'amount', field: 'amount', code: 'invalid_record', detail })
  faults.close()
}

function hasPaths(mapping: Mapping, records: readonly JsonValue[]): boolean {
  const paths = columnsOfMapping(mapping).filter((name) => name.includes('.'))
  return paths.some((path) =>
    records.some((each) => isObject(each) && !Object.hasOwn(each, path) && memberAt(each, path) !== undefined),
  )
}
