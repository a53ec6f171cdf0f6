import { at } from '../base/at.ts'
import { fromUtf8 } from '../base/bytes.ts'
import type { Sha256 } from '../base/hasher.ts'
import { hashOfLine } from '../merkle/tree.ts'
import type { CanonicalRecord } from '../record/record.ts'
import type { Side } from '../record/side.ts'
import type { PartKind } from '../result/header-side.ts'
import type { InstructionLine } from './instruction.ts'
import { type ItemName, keyOfItem } from './item-name.ts'
import { nameOfOpening, type OpeningItem } from './opening.ts'

/** A record of a run's side that an instruction names, or that is in the chain of one. */
export interface InstructedRecord {
  readonly row: number
  readonly name: ItemName
  /** The record of its chain that is no residual: the record itself, unless it is one. */
  readonly first: Pick<ItemName, 'id' | 'leaf'>
  /** The highest number that a residual of its chain had before the run. */
  readonly number: number
  readonly record: CanonicalRecord
}

/** A part of a side as the run reads it. */
export interface WantedPart {
  readonly kind: PartKind
  /** Of all its lines. */
  readonly whole: { readonly root: string; readonly count: number }
  /** How many of them take part. */
  readonly count: number
}

interface InstructedSide {
  readonly side: Side
  readonly parts: readonly WantedPart[]
  readonly items: readonly OpeningItem[]
  readonly instructions: readonly InstructionLine[]
}

/** Every record that instructions name. O(names). */
const namesIn = (instructions: readonly InstructionLine[]): readonly ItemName[] =>
  instructions.flatMap((line) => ('match' in line ? line.match : line.apart.flat()))

/** Finds the records that instructions name while the lines of a side are read. Rows count from 0 over all parts. */
export function createInstructedRecords(sha256: Sha256, { side, parts, items, instructions }: InstructedSide) {
  const names = namesIn(instructions).filter((name) => name.side === side)
  const wanted = new Set(names.map(keyOfItem))
  const ids = new Set(names.map(({ id }) => id))
  const handedOn = items.filter((item) => item.side === side)
  const rootOfRow = rootsByRow(parts)
  const found: InstructedRecord[] = []
  const numbers = new Map<string, number>()
  let rowCount = 0
  const addItem = (row: number, item: OpeningItem): void => {
    const name = nameOfOpening(sha256, item)
    const { number, ...first } = item.chain ?? { id: name.id, leaf: name.leaf, number: 0 }
    const chain = keyOfItem({ ...name, ...first })
    numbers.set(chain, Math.max(numbers.get(chain) ?? 0, number))
    if (wanted.has(keyOfItem(name)) || wanted.has(chain)) found.push({ row, name, first, number, record: item.record })
  }
  const addLine = (row: number, line: string): void => {
    const record: CanonicalRecord = JSON.parse(line)
    if (!ids.has(record.id)) return
    const first = { id: record.id, leaf: hashOfLine(sha256, line) }
    const name = { side, root: rootOfRow(row), ...first }
    if (wanted.has(keyOfItem(name))) found.push({ row, name, first, number: 0, record })
  }
  return {
    /** Requires whole lines. Reads nothing where no instruction names a record of the side. */
    addLines(bytes: Uint8Array): void {
      if (wanted.size === 0) return
      for (const line of fromUtf8(bytes).split('\n').slice(0, -1)) {
        const item = handedOn[rowCount]
        if (item === undefined) addLine(rowCount, line)
        else addItem(rowCount, item)
        rowCount += 1
      }
    },
    records: (): readonly InstructedRecord[] =>
      found.map((each) => ({ ...each, number: numbers.get(keyOfItem({ ...each.name, ...each.first })) ?? 0 })),
  }
}

/** The root of the part of a row. Rows are asked for in ascending order. */
function rootsByRow(parts: readonly WantedPart[]): (row: number) => string {
  let [part, end] = [0, parts[0]?.count ?? 0]
  return (row) => {
    while (row >= end && part + 1 < parts.length) {
      part += 1
      end += at(parts, part).count
    }
    return at(parts, part).whole.root
  }
}
