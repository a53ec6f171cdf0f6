import { fromUtf8 } from '../base/bytes.ts'
import type { Sha256 } from '../base/hasher.ts'
import { hashOfLine } from '../merkle/tree.ts'
import type { CanonicalRecord } from '../record/record.ts'
import type { Side } from '../record/side.ts'
import type { SidePart } from '../result/header-side.ts'
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

/** Every record that instructions name. O(names). */
export const namesIn = (instructions: readonly InstructionLine[]): readonly ItemName[] =>
  instructions.flatMap((line) => ('match' in line ? line.match : line.apart.flat()))

/** Finds the records that instructions name while the parts of a side are read. Rows count from 0 over all parts. */
export function createInstructedRecords(sha256: Sha256, side: Side, instructions: readonly InstructionLine[]) {
  const names = namesIn(instructions).filter((name) => name.side === side)
  const wanted = new Set(names.map(keyOfItem))
  const ids = new Set(names.map(({ id }) => id))
  const found: InstructedRecord[] = []
  const numbers = new Map<string, number>()
  let waiting: Omit<InstructedRecord, 'name'>[] = []
  let rowCount = 0
  const addLine = (line: string): void => {
    const record: CanonicalRecord = JSON.parse(line)
    if (ids.has(record.id))
      waiting.push({ row: rowCount, first: { id: record.id, leaf: hashOfLine(sha256, line) }, number: 0, record })
    rowCount += 1
  }
  return {
    addItems(items: readonly OpeningItem[]): void {
      for (const item of items) {
        const name = nameOfOpening(sha256, item)
        const { number, ...first } = item.chain ?? { id: name.id, leaf: name.leaf, number: 0 }
        const chain = keyOfItem({ ...name, ...first })
        numbers.set(chain, Math.max(numbers.get(chain) ?? 0, number))
        if (wanted.has(keyOfItem(name)) || wanted.has(chain))
          found.push({ row: rowCount, name, first, number, record: item.record })
        rowCount += 1
      }
    },
    /** Requires whole lines. Reads nothing where no instruction names a record of the side. */
    addLines(bytes: Uint8Array): void {
      if (wanted.size === 0) return
      for (const line of fromUtf8(bytes).split('\n').slice(0, -1)) addLine(line)
    },
    /** The root of a dataset is known when its lines are read. */
    endPart({ kind, root }: Pick<SidePart, 'kind' | 'root'>): void {
      if (kind !== 'dataset') return
      for (const each of waiting) {
        const name = { side, root, ...each.first }
        if (wanted.has(keyOfItem(name))) found.push({ ...each, name })
      }
      waiting = []
    },
    records: (): readonly InstructedRecord[] =>
      found.map((each) => ({ ...each, number: numbers.get(keyOfItem({ ...each.name, ...each.first })) ?? 0 })),
  }
}
