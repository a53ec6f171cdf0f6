import { at } from '../base/at.ts'
import type { Sha256 } from '../base/hasher.ts'
import type { AttributeChoice } from '../record/column-builders.ts'
import type { Side } from '../record/side.ts'
import type { Table } from '../record/table.ts'
import { createTableBuilder } from '../record/table-builder.ts'
import { type HeaderSide, partKinds, type SidePart } from '../result/header-side.ts'
import { createInstructedRecords, type InstructedRecord, type WantedPart } from './instructed-records.ts'
import type { InstructionLine } from './instruction.ts'
import type { OpeningItem } from './opening.ts'
import { createSideRoots } from './side-roots.ts'

/** What the header of a run says of a side that has parts. */
interface SideOfParts extends HeaderSide {
  readonly parts: readonly SidePart[]
  /** The records of the side that instructions name, by row. */
  readonly named: readonly InstructedRecord[]
}

/** A side of a period's run. */
export interface PeriodSide {
  /** The records that take part, in the order of their parts, each with the id of its own line. */
  readonly table: Table
  readonly parts: SideOfParts
}

export interface PartedSide {
  readonly side: Side
  readonly parts: readonly WantedPart[]
  /** What was handed on or given back, of both sides, in the order of the lines. */
  readonly items: readonly OpeningItem[]
  readonly instructions: readonly InstructionLine[]
  readonly attributePaths: AttributeChoice
}

interface PeriodSideReader {
  /** Adds lines that take part, each ended by a newline. O(bytes). */
  addBytes(bytes: Uint8Array): void
  /** Throws a RangeError where there are not as many lines as the parts have. */
  finish(): PeriodSide
}

/** Reads the lines of a side. Throws a RangeError where parts come in another order than the opening, returned, datasets. */
export function readParts(sha256: Sha256, given: PartedSide): PeriodSideReader {
  const { parts } = given
  const places = parts.map(({ kind }) => partKinds.indexOf(kind))
  if (places.some((place, index) => index > 0 && place < Number(places[index - 1])))
    throw new RangeError(`Got the parts ${parts.map(({ kind }) => kind).join(', ')}`)
  const builder = createTableBuilder(given.attributePaths)
  const roots = createSideRoots(
    sha256,
    parts.map(({ count }) => count),
  )
  const named = createInstructedRecords(sha256, given)
  return {
    addBytes(bytes) {
      roots.addLines(bytes)
      named.addLines(bytes)
      builder.addBytes(bytes)
    },
    finish() {
      const { root, count: lineCount, parts: read } = roots.finish()
      const wanted = parts.reduce((sum, { count }) => sum + count, 0)
      if (lineCount !== wanted) throw new RangeError(`Got ${lineCount} lines, wanted the ${wanted} of the parts`)
      const own = parts.map(({ kind, whole, count }, index): SidePart => {
        const partRoot = at(read, index)
        return { kind, root: partRoot, count, ...(count < whole.count && { whole: { ...whole } }) }
      })
      const header = { count: lineCount, root, parts: own }
      return { table: builder.finish(), parts: { ...header, named: named.records() } }
    },
  }
}
