import { type RowFault, rowFaultCountMax } from '@tallystick/engine/intake'

/** The rows of the file at `path` that could not be read. */
interface UnreadableRows {
  readonly path: string
  readonly format: string
  readonly faults: readonly RowFault[]
  readonly readCount: number
}

/**
 * A text for each fault, beginning with the path and the physical line. A file that begins like NDJSON but has no line
 * with a JSON object is of another format: it gets a single text.
 */
export function rowFaultTexts({ path, format, faults, readCount }: UnreadableRows): readonly string[] {
  const texts = faults.map(
    ({ line, file, column, detail }) =>
      `${path}:${file === undefined ? '' : `${file}:`}${line}: ${columnPrefix(column)}${detail}`,
  )
  if (format === 'ndjson' && readCount === 0 && faults.length > 1 && faults.every(isNoObject))
    return [otherFormatText(path, faults)]
  return faults.length < rowFaultCountMax
    ? texts
    : [...texts, `${path}: reading stopped after ${rowFaultCountMax} faults`]
}

const columnPrefix = (column: string | null): string => (column === null ? '' : `column ${JSON.stringify(column)}: `)

const isNoObject = ({ code }: RowFault): boolean => code === 'malformed_json' || code === 'invalid_record'

function otherFormatText(path: string, [first]: readonly RowFault[]): string {
  const begun = 'it begins like NDJSON, one JSON object a line, but none of its lines is one'
  return `${path}: ${begun}; wanted that, or a CSV (line ${first?.line}: ${first?.detail})`
}
