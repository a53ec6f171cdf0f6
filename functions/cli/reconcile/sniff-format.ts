import { type Intake, type IntakeOptions, openIntake, type RowFault } from '@tallystick/engine'
import { type FileKind, formatOf, formatOfWhole } from './file-kind.ts'

/** A CSV's header is looked for in as much: a file that is blank for longer has none. */
const blankByteCountMax = 64 * 1024

/** An intake of CSV or NDJSON, whichever the first bytes tell; they are held until they do. */
export function openToldIntake(options: Omit<IntakeOptions, 'format'>): Intake {
  let told: Intake | undefined
  let held: Uint8Array = new Uint8Array(0)
  return {
    write(bytes) {
      if (told !== undefined) return told.write(bytes)
      held = Buffer.concat([held, bytes])
      const kind = held.length > blankByteCountMax ? formatOfWhole(held) : formatOf(held)
      if (kind === undefined) return []
      told = openKind(kind, options)
      return told.write(held)
    },
    end() {
      if (told !== undefined) return told.end()
      const whole = openKind(formatOfWhole(held), options)
      // Less than a record, and so less than a chunk.
      whole.write(held)
      return whole.end()
    },
  }
}

function openKind(kind: FileKind, options: Omit<IntakeOptions, 'format'>): Intake {
  return kind === 'csv' || kind === 'ndjson' ? openIntake({ ...options, format: kind }) : refusing(details[kind])
}

const details = {
  'json-array': 'Got a JSON array, wanted CSV, or NDJSON: one record a line',
  zip: 'Got a zip, as the workbooks of spreadsheets are, wanted CSV or NDJSON: save the sheet as CSV',
  pdf: 'Got a PDF, wanted CSV or NDJSON',
}

function refusing(detail: string): Intake {
  const fault: RowFault = { line: 1, column: null, field: null, code: 'invalid_record', detail }
  return { write: () => [], end: () => ({ ok: false, faults: [fault] }) }
}
