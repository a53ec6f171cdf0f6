import { canonicalize } from '../base/canonical.ts'
import { lineOfMember } from '../base/json.ts'
import type { JsonElement, JsonElements } from '../base/json-body.ts'
import type { JsonFault } from '../base/json-reader.ts'
import { recordByteCountMax } from './dataset/dataset-bounds.ts'
import type { DatasetChunk } from './dataset/dataset-chunks.ts'
import { createDatasetWriter } from './dataset/dataset-writer.ts'
import { endOf, type IntakeEnd, type IntakeOptions } from './intake.ts'
import { createJsonRows } from './json/json-rows.ts'
import { skipConditions } from './mapping/mapping.ts'
import { createBacklog } from './rows/backlog.ts'
import { tooManyMembers } from './rows/intake-limits.ts'
import { createFaultLog, type FaultLog, type RowFault } from './rows/row-fault.ts'

interface JsonIntake {
  /** Reads all records. If the JSON has a fault, the fault is the last part, and `end` gives no dataset. */
  parts(): Iterable<JsonPart>
  end(): IntakeEnd
}

type JsonPart =
  | {
      readonly ok: true
      readonly chunks: readonly DatasetChunk[]
      /**
       * The canonical JSON of the records as sent, separated by commas: all parts joined are the elements of a list.
       */
      readonly canonical: string
    }
  | { readonly ok: false; readonly fault: JsonFault }

/** A part ends when its records have this many UTF-16 units of text, or earlier, when a chunk is full. */
const partLengthMax = 65_536

/**
 * A longer text of a record is refused unread: a record within its bound hardly has that much white space and escapes.
 */
const recordLengthMax = 4 * recordByteCountMax

export function openJsonIntake(options: IntakeOptions & { readonly records: JsonElements }): JsonIntake {
  const faults = createFaultLog()
  const { sha256, chunkBytesMax, limits } = options
  const writer = createDatasetWriter({ sha256, chunkByteCountMax: chunkBytesMax, faults, limits })
  const backlog = createBacklog(writer.hasChunks)
  const rows = createJsonRows(options, { ...writer, faults, backlog })
  if (skipConditions(options.mapping ?? {}).length > 0) faults.add(skipFault)
  let isFirst = true

  const take = (element: JsonElement & { readonly kind: 'value' }): string => {
    const { value, line, index, length } = element
    if (faults.isFull()) return ''
    if (length > recordLengthMax) faults.add(tooLong(element))
    else rows.take(value, { line, pointer: `/records/${index}` })
    if (!faults.isEmpty()) return ''
    const separator = isFirst ? '' : ','
    isFirst = false
    return separator + canonicalize(value)
  }
  const partOf = (canonical: string): JsonPart => ({ ok: true, chunks: writer.takeChunks(), canonical })
  return {
    *parts() {
      let canonical = ''
      for (let length = 0; ; length += 1) {
        const element = options.records.next()
        if (element.kind === 'fault') return yield { ok: false, fault: element.fault }
        if (element.kind === 'end') break
        if (element.kind === 'too_many_values') refuse(element, faults)
        else {
          canonical += take(element)
          length += element.length
        }
        if (length < partLengthMax && !backlog.isBehind()) continue
        yield partOf(canonical)
        for (const _ of backlog.workOff()) yield partOf('')
        canonical = ''
        length = 0
      }
      yield partOf(canonical)
      for (const _ of rows.end()) yield partOf('')
    },
    end: () => endOf(writer, faults),
  }
}

const skipFault: RowFault = {
  line: 1,
  column: null,
  field: null,
  code: 'invalid_record',
  detail: 'Got "skip" in a mapping for records, wanted it for files only: every object that is sent is a record',
}

type Refused = JsonElement & { readonly kind: 'too_many_values' }

const refuse = ({ index, line }: Refused, faults: FaultLog): void =>
  faults.add({ line, pointer: `/records/${index}`, column: null, field: null, ...tooManyMembers })

function tooLong({ value, line, index, length }: JsonElement & { readonly kind: 'value' }) {
  const detail = `Got a record of ${length} characters of JSON, wanted at most ${recordLengthMax}, and ${recordByteCountMax} bytes as it is stored`
  return {
    line: line ?? lineOfMember(value) ?? 1,
    pointer: `/records/${index}`,
    column: null,
    field: null,
    code: 'record_too_large',
    detail,
  } as const
}
