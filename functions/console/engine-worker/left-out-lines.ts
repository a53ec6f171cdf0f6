import type { ReadSide } from './engine-types.ts'
import { type FileRow, readFile } from './read-file.ts'
import type { EngineModules } from './session-context.ts'

/** A row of a file that became no record. */
export interface LeftOutLine {
  readonly line: number
  readonly text: string
  /** By a condition of the mapping, or as no booking in an export of its kind. */
  readonly why: 'mapping' | 'export'
}

export interface LeftOutLines {
  readonly count: number
  /** The first ones, up to a thousand. */
  readonly lines: readonly LeftOutLine[]
}

const lineCountMax = 1_000
const textLengthMax = 300

/**
 * The rows below the header of a table that became no record and are not blank. Empty for files that are no table. Reads
 * the whole file row by row.
 */
export async function leftOutLines(
  modules: EngineModules,
  { file, settings, pause }: ReadSide & { readonly pause: () => Promise<void> },
): Promise<LeftOutLines> {
  const rows: FileRow[] = []
  const { lines } = await readFile(modules, {
    ...{ file, settings, pause },
    onRow: (row, place) => {
      if (place === 'below') rows.push(row)
    },
  })
  const read = new Set(lines)
  const found = rows.filter(({ line, cells }) => !read.has(line) && cells.some((cell) => cell.trim() !== ''))
  const why = settings.mapping?.skip === undefined ? 'export' : 'mapping'
  return {
    count: found.length,
    lines: found.slice(0, lineCountMax).map(({ line, cells }) => ({
      line,
      text: cells
        .filter((cell) => cell.trim() !== '')
        .join(' · ')
        .slice(0, textLengthMax)
        .toWellFormed(),
      why,
    })),
  }
}
