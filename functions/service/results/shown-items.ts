import { namesInLine, type RecordLine, type RecordName } from '@tallystick/audit/report/shown-record'
import type { LineRecord, ResultItem } from '@tallystick/schema/result-item'
import { readStored } from '../http/altered.ts'
import type { RecordLookup } from './record-lookup.ts'
import { type ItemContext, itemOf } from './result-item.ts'

export const shownItems = (
  lines: readonly string[],
  { context, recordOf }: { readonly context: ItemContext; readonly recordOf: RecordLookup | undefined },
): readonly ResultItem[] =>
  readStored('A line of the run’s result', () =>
    lines.map((line) => {
      const item = itemOf(line, context)
      return recordOf === undefined ? item : { ...item, records: recordsOfLine(line, recordOf) }
    }),
  )

function recordsOfLine(line: string, recordOf: RecordLookup): LineRecord[] {
  const parsed: RecordLine = JSON.parse(line)
  return namesInLine(parsed).map((name) => lineRecordOf(name, recordOf))
}

/** Leaves out members without a value. */
function lineRecordOf(name: RecordName, recordOf: RecordLookup): LineRecord {
  const { id, residualOf, amount, currency, date, reference, description, counterparty } = recordOf(name)
  const members = { residual_of: residualOf, amount, currency, date, reference, description, counterparty }
  const present = Object.entries(members).filter(([, value]) => value !== null && value !== undefined)
  return { side: name.side, id, ...Object.fromEntries(present) }
}
