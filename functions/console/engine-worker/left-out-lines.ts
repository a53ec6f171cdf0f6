import type { ReadSide } from './engine-types.ts'
import { type FileRow, readFile, textReader } from './read-file.ts'
import type { EngineModules } from './session-context.ts'

/** A row of a file that became no record. */
export interface LeftOutLine {
  readonly line: number
  /** The file of a zip that the line is of. */
  readonly file: string | undefined
  readonly text: string
}

export interface LeftOutLines {
  readonly count: number
  /** The first ones, up to a thousand. */
  readonly lines: readonly LeftOutLine[]
  /** As no booking in an export of its kind; with conditions of a mapping it may be these, too. */
  readonly why: 'export' | 'mapping-or-export'
  /** Lines that the reader counted without showing them as rows of a table. */
  readonly unlistedCount: number
}

const lineCountMax = 1_000
const textLengthMax = 300

/**
 * The rows below the header of a table that became no record and are not blank. Reads the whole file row by row.
 */
export async function leftOutLines(
  modules: EngineModules,
  { file, settings, leftOutCount = 0, pause }: ReadSide & { readonly pause: () => Promise<void> },
): Promise<LeftOutLines> {
  const rows: FileRow[] = []
  const { lines, table } = await readFile(modules, {
    ...{ file, settings, pause },
    onRow: (row, place) => {
      if (place === 'below') rows.push(row)
    },
  })
  // Other files may have an attribute `file` of their own.
  const isZip = rows.some((row) => row.file !== undefined)
  const fileAt = isZip ? textReader(table, 'attributes.file') : () => undefined
  const read = new Set(Array.from(lines, (line, row) => placeOf(line, fileAt(row))))
  const found = rows.filter((row) => !read.has(placeOf(row.line, row.file)) && row.cells.some(isFilled))
  return {
    count: found.length,
    lines: found.slice(0, lineCountMax).map((row) => ({
      line: row.line,
      file: row.file,
      text: row.cells.filter(isFilled).join(' · ').slice(0, textLengthMax).toWellFormed(),
    })),
    why: settings.mapping?.skip === undefined ? 'export' : 'mapping-or-export',
    unlistedCount: Math.max(0, leftOutCount - found.length),
  }
}

const placeOf = (line: number, file: string | undefined): string => `${line} ${file ?? ''}`

const isFilled = (cell: string): boolean => cell.trim() !== ''
