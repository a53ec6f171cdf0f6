import { at } from '../base/at.ts'
import { toHex } from '../base/bytes.ts'
import type { Sha256 } from '../base/hasher.ts'
import { createFrontier } from '../merkle/frontier.ts'
import { createLineLeaves } from '../merkle/line-tree.ts'
import type { AttributeChoice } from '../record/column-builders.ts'
import type { Side } from '../record/side.ts'
import type { Table } from '../record/table.ts'
import { createTableBuilder } from '../record/table-builder.ts'
import { type HeaderSide, partKinds, type SidePart } from '../result/header-side.ts'
import { createInstructedRecords, type InstructedRecord, type WantedPart } from './instructed-records.ts'
import type { InstructionLine } from './instruction.ts'
import type { OpeningItem } from './opening.ts'

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
  const side = createFrontier(sha256)
  const roots = createPartRoots(
    sha256,
    parts.map(({ count }) => count),
  )
  const leaves = createLineLeaves(sha256, (hashes, count) => {
    side.appendAll(hashes, count)
    roots.addLeaves(hashes, count)
  })
  const named = createInstructedRecords(sha256, given)
  return {
    addBytes(bytes) {
      leaves.addLines(bytes)
      named.addLines(bytes)
      builder.addBytes(bytes)
    },
    finish() {
      const read = roots.finish()
      const own = parts.map(({ kind, whole, count }, index): SidePart => {
        const root = at(read, index)
        return { kind, root, count, ...(count < whole.count && { whole: { ...whole } }) }
      })
      const header = { count: side.size(), root: toHex(side.root()), parts: own }
      return { table: builder.finish(), parts: { ...header, named: named.records() } }
    },
  }
}

/** Divides the leaves of a side among its parts. `finish` throws a RangeError where there are more or fewer of them. */
function createPartRoots(sha256: Sha256, counts: readonly number[]) {
  const roots: string[] = []
  let part = createFrontier(sha256)
  const endFull = (): void => {
    while (roots.length < counts.length && part.size() === counts[roots.length]) {
      roots.push(toHex(part.root()))
      part = createFrontier(sha256)
    }
  }
  endFull()
  return {
    addLeaves(hashes: Uint8Array, count: number): void {
      for (let start = 0; start < count; ) {
        const wanted = counts[roots.length]
        if (wanted === undefined) throw new RangeError(`Got ${count - start} lines more than the parts have`)
        const taken = Math.min(count - start, wanted - part.size())
        part.appendAll(hashes.subarray(start * leafLength, (start + taken) * leafLength), taken)
        start += taken
        endFull()
      }
    },
    finish(): readonly string[] {
      if (roots.length < counts.length)
        throw new RangeError(`Got ${part.size()} lines of part ${roots.length + 1}, wanted ${counts[roots.length]}`)
      return roots
    },
  }
}

const leafLength = 32
