import { toHex, utf8 } from '../base/bytes.ts'
import { canonicalize } from '../base/canonical.ts'
import type { Sha256 } from '../base/hasher.ts'
import { createFrontier } from '../merkle/frontier.ts'
import { createLineLeaves } from '../merkle/line-tree.ts'
import type { Side } from '../record/side.ts'
import { type HeaderSide, type PartKind, partKinds, type SidePart } from '../result/header-side.ts'
import { createInstructedRecords, type InstructedRecord } from './instructed-records.ts'
import type { InstructionLine } from './instruction.ts'
import type { OpeningItem } from './opening.ts'

/** What the header of a run says of a side that has parts: `root` is the tree over the lines of all parts, in order. */
export interface SideOfParts extends HeaderSide {
  readonly parts: readonly SidePart[]
  /** The records of the side that instructions name, by row. */
  readonly named: readonly InstructedRecord[]
}

interface SideParts {
  /**
   * Adds the part of opening items, or of returned ones, in the order in which the table of the side has them. Items of
   * the other side are passed over. O(items).
   */
  addItems(kind: Exclude<PartKind, 'dataset'>, items: readonly OpeningItem[]): void
  /** Begins the next dataset, in the order of upload. */
  beginDataset(): void
  /** Adds lines of the dataset, each ended by a newline. Throws a RangeError unless the last one is. O(bytes). */
  addLines(bytes: Uint8Array): void
  finish(): SideOfParts
}

interface SideOptions {
  readonly side: Side
  readonly instructions?: readonly InstructionLine[]
}

/** Reads the parts of a side. Throws a RangeError where parts come in another order than the opening, returned, datasets. */
export function createSideParts(sha256: Sha256, { side, instructions = [] }: SideOptions): SideParts {
  const whole = createFrontier(sha256)
  const named = createInstructedRecords(sha256, side, instructions)
  let part = createFrontier(sha256)
  let kind: PartKind | undefined
  const parts: SidePart[] = []
  const leaves = createLineLeaves(sha256, (hashes, count) => {
    whole.appendAll(hashes, count)
    part.appendAll(hashes, count)
  })
  const end = (): void => {
    if (kind === undefined) return
    const ended = { kind, root: toHex(part.root()), count: part.size() }
    parts.push(ended)
    named.endPart(ended)
    part = createFrontier(sha256)
  }
  const begin = (next: PartKind): void => {
    end()
    if (kind !== undefined && partKinds.indexOf(next) < partKinds.indexOf(kind) + (next === 'dataset' ? 0 : 1))
      throw new RangeError(`Got the part ${next} after ${kind}`)
    kind = next
  }
  return {
    addItems(next, items) {
      begin(next)
      const own = items.filter((item) => item.side === side)
      if (own.length > 0) leaves.addLines(utf8(own.map(({ record }) => `${canonicalize(record)}\n`).join('')))
      named.addItems(own)
    },
    beginDataset: () => begin('dataset'),
    addLines(bytes) {
      if (kind !== 'dataset') throw new RangeError('Got lines before a dataset was begun')
      leaves.addLines(bytes)
      named.addLines(bytes)
    },
    finish() {
      end()
      kind = undefined
      return { count: whole.size(), root: toHex(whole.root()), parts, named: named.records() }
    },
  }
}

/**
 * How a run shows the ids of a side in the order of its lines: the first record of an id by that id, each further one
 * as `id#2`, `id#3` and so on, passing over names that are shown already.
 */
export function createShownIds(): (id: string) => string {
  const shown = new Set<string>()
  const lastNumbers = new Map<string, number>()
  return (id) => {
    let name = id
    for (let number = lastNumbers.get(id) ?? 1; shown.has(name); ) {
      number += 1
      name = `${id}#${number}`
      lastNumbers.set(id, number)
    }
    shown.add(name)
    return name
  }
}
