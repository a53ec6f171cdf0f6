import type { JsonValue } from '../../base/canonical.ts'
import { lineOfMember } from '../../base/json.ts'
import { pointerPart } from '../../base/json-pointer.ts'
import type { JsonObject } from '../../base/json-shape.ts'
import { nearestHint } from '../../base/nearest-name.ts'
import { canonicalFields } from '../../record/record.ts'
import { ofColumns, type SignDoubts } from '../columns/sign-doubts.ts'
import { type TakenColumns, takenColumns } from '../columns/taken-columns.ts'
import { namesIn } from '../kinds/export-map.ts'
import { memberAt } from '../kinds/member-path.ts'
import type { Mapping } from '../mapping/mapping.ts'
import { isShortName, shownName } from '../rows/intake-limits.ts'
import type { Column } from '../rows/row.ts'
import { type RowFault, shown } from '../rows/row-fault.ts'
import type { Steps } from '../rows/steps.ts'
import { createRecordBuilder, type RecordSink } from '../table/record-builder.ts'
import { createJsonPlan, textsOf } from './json-plan.ts'
import { createJsonTakers, type JsonTakers } from './json-takers.ts'
import { keptMembers, type TakenMembers, textOfNumber } from './kept-members.ts'

/**
 * Reads records that are JSON objects. A member that is no field is a fault, or with `keepsOthers` or `members` an
 * attribute.
 */
export interface JsonRows {
  take(value: JsonValue, place: JsonPlace): void
  readonly taken: readonly TakenColumns[]
  /** Read records directly from bytes. Undefined if every record has to become an object. */
  readonly takers: JsonTakers | undefined
  end(): Steps<void>
}

export interface JsonPlace {
  /** Undefined for a record inside a longer text that `parseJson` has read: `lineOfMember` then finds its lines. */
  readonly line: number | undefined
  /** How many lines of the file stand above the text that `parseJson` has read. */
  readonly linesAbove?: number
  readonly pointer?: string
}

interface JsonRowOptions {
  /** Maps fields to names of members. */
  readonly mapping?: Mapping | undefined
  readonly currency?: string | undefined
  readonly members?: ExportMembers | undefined
  /** Whether members that are no field become attributes, as columns of a CSV do. */
  readonly keepsOthers?: boolean
  readonly signs?: SignDoubts | undefined
  readonly amountHint?: string | undefined
}

export interface ExportMembers {
  /** Whether all values are read from members of the record without a change. */
  readonly isPlain: boolean
  /** Begins a record; false if the record is left out. */
  open(record: JsonObject, place: { readonly line: number; readonly pointer?: string | undefined }): boolean
  /** The value of a mapped column, or of the member named like a field. */
  cell(name: string): JsonValue | undefined
}

export function createJsonRows(options: JsonRowOptions, sink: RecordSink): JsonRows {
  const { mapping = {}, currency, members, amountHint } = options
  const keepsOthers = options.keepsOthers === true && members === undefined
  const plan = createJsonPlan({ mapping, keepsOthers }, sink.faults)
  const known = new Set(plan.names)
  const texts = textsOf(plan)
  const isFile = options.keepsOthers === true || members !== undefined
  const signs = options.signs && ofColumns(options.signs, plan.names)
  const builder = createRecordBuilder({ ...plan.plan, currency, usesValueDate: isFile, signs, amountHint }, sink)
  const scanned = { ...plan, keepsOthers: isFile, texts: isFile ? texts : none }
  const isScanned = members === undefined || members.isPlain
  const nested = plan.plan.nested?.index
  let count = 0
  return {
    taken: takenColumns({ ...plan.plan, currency: undefined }),
    takers: isScanned ? createJsonTakers(scanned, builder) : undefined,
    take(value, { line, linesAbove = 0, pointer }) {
      builder.flush()
      count += 1
      const lineIn = (container: JsonValue, name?: string): number | undefined => {
        const found = lineOfMember(container, name)
        return found === undefined ? undefined : found + linesAbove
      }
      const own = line ?? lineIn(value) ?? count
      if (value === null || typeof value !== 'object' || isArray(value)) {
        const detail = `Got ${shown(value)}, wanted an object, one for each record`
        sink.faults.add({ line: own, ...pointerTo(pointer), column: null, field: null, code: 'invalid_record', detail })
        return
      }
      const lineOf = (name: string): number =>
        line ?? lineIn(value, members === undefined ? name : outermost(name)) ?? own
      const others = members === undefined ? Object.keys(value).filter((name) => !known.has(name)) : []
      for (const name of keepsOthers ? [] : others)
        sink.faults.add(unknownMember(name, { line: lineOf(name), pointer }))
      const kept = keepsOthers ? others : []
      const taken = twiceNamed(value, kept)
      if (taken !== undefined) return sink.faults.add({ line: lineOf(taken), ...takenTwice(taken) })
      if (members !== undefined && !members.open(value, { line: own, pointer })) return
      const cellOf = ({ name, index }: Column): JsonValue | undefined => {
        if (members !== undefined) return members.cell(name)
        if (index === nested && kept.length > 0) return withOthers(value, name, kept)
        const cell = memberOf(value, name)
        return typeof cell === 'number' && keepsOthers && texts.has(index) ? textOfNumber(cell) : cell
      }
      builder.take({
        line: own,
        width: Number.POSITIVE_INFINITY,
        cell: (column) => (column.index < 0 ? memberAt(value, column.name) : cellOf(column)),
        lineOf: ({ name }) => lineOf(name),
        ...(pointer !== undefined && {
          pointerOf: (column) =>
            pointerOf(pointer, members === undefined ? column?.name : column && outermost(column.name)),
        }),
      })
    },
    end: builder.end,
  }
}

const takenTwice = (name: string) =>
  ({
    column: shownName(name),
    field: 'attributes',
    code: 'invalid_attribute',
    detail: `Got ${shown(name)} both as a member and in attributes, wanted it once`,
  }) as const

const unknownMember = (name: string, { line, pointer }: { line: number; pointer: string | undefined }): RowFault => ({
  line,
  ...pointerTo(pointer, isShortName(name) ? name : undefined),
  column: shownName(name),
  field: null,
  code: 'unknown_member',
  detail: `Got the member ${shown(name)}, wanted only canonical fields (${canonicalFields.join(', ')}) and what the mapping names; anything else belongs into attributes${nearestHint(name, canonicalFields)}`,
})

/** The first member name of a path: `Amount` of `Amount.Currency`. */
const outermost = (names: string): string => namesIn(names)[0]?.split('.', 1)[0] ?? names

const pointerTo = (record: string | undefined, name?: string): { readonly pointer?: string } =>
  record === undefined ? {} : { pointer: pointerOf(record, name) }

const pointerOf = (record: string, name: string | undefined): string =>
  name === undefined ? record : `${record}/${pointerPart(name)}`

const isArray = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value)

function twiceNamed(record: JsonObject, others: readonly string[]): string | undefined {
  const attributes = memberOf(record, 'attributes')
  if (typeof attributes !== 'object' || attributes === null || isArray(attributes)) return undefined
  return others.find((name) => Object.hasOwn(attributes, name))
}

/**
 * The attributes with the other members added. A value that is not an object is returned as it is, and gets a fault
 * later.
 */
function withOthers(record: JsonObject, name: string, others: readonly string[]): JsonValue | undefined {
  const attributes = memberOf(record, name) ?? {}
  if (typeof attributes !== 'object' || isArray(attributes)) return attributes
  const kept = keptMembers(Object.fromEntries(others.map((each) => [each, memberOf(record, each)])), noneTaken)
  return { ...attributes, ...kept }
}

const none: ReadonlySet<number> = new Set()

const noneTaken: TakenMembers = { paths: new Set(), leftOut: new Set() }

const memberOf = (record: JsonObject, name: string): JsonValue | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined
