import { type Intake, type JsonIntakeOptions, openIntake, type RowFault } from '@tallystick/engine'
import { formatOf } from './format-of.ts'

/** A file that is blank for longer is taken as NDJSON: a CSV would have begun. */
const blankByteCountMax = 64 * 1024

/** An intake of CSV or NDJSON, whichever the first bytes tell; they are held until they do. */
export function openToldIntake(options: JsonIntakeOptions): Intake {
  let told: Intake | undefined
  let held: Uint8Array = new Uint8Array(0)
  return {
    write(bytes) {
      if (told !== undefined) return told.write(bytes)
      held = Buffer.concat([held, bytes])
      const format = formatOf(held) ?? (held.length > blankByteCountMax ? 'ndjson' : undefined)
      if (format === undefined) return []
      told = format === 'json-array' ? refusing(jsonArray) : openIntake({ ...options, format })
      return told.write(held)
    },
    end() {
      if (told !== undefined) return told.end()
      const blank = openIntake({ ...options, format: 'ndjson' })
      // Less than a record, and so less than a chunk.
      blank.write(held)
      return blank.end()
    },
  }
}

const jsonArray: RowFault = {
  line: 1,
  column: null,
  field: null,
  code: 'invalid_record',
  detail: 'Got a JSON array, wanted CSV, or NDJSON: one record a line',
}

const refusing = (fault: RowFault): Intake => ({
  write: () => [],
  end: () => ({ ok: false, faults: [fault] }),
})
