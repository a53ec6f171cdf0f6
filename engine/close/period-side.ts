import { at } from '../base/at.ts'
import { toHex, utf8 } from '../base/bytes.ts'
import { canonicalize } from '../base/canonical.ts'
import type { Sha256 } from '../base/hasher.ts'
import { isObject, isText, parseLine } from '../base/json-shape.ts'
import { linesOf } from '../base/line-splitter.ts'
import { type Parsed, parsed, refused } from '../base/parsed.ts'
import type { Pace, Slices } from '../base/slices.ts'
import { createFrontier } from '../merkle/frontier.ts'
import { leafHash } from '../merkle/tree.ts'
import type { CanonicalRecord } from '../record/record.ts'
import { createShownIds } from '../record/shown-id.ts'
import type { Side } from '../record/side.ts'
import type { ItemName } from './item-name.ts'
import { isRecord, type OpeningItem } from './opening.ts'
import type { LinePlace } from './overlap.ts'
import type { ReadPart } from './period-manifest.ts'
import type { ReadRecord } from './place-lines.ts'

/** A line of `aside.ndjson`: a record that the run leaves out, by its row in its side's file, from 0. */
export type AsideLine = {
  readonly place: Extract<LinePlace, 'later' | 'repeated' | 'withdrawn'>
  readonly row: number
  readonly side: Side
}

/** What the records of a part have in common, and their leaf hashes one after the other. */
interface RecordsOfPart {
  readonly side: Side
  /** The position of the part in the manifest. */
  readonly part: number
  /** The root of the part that a record was first read from, by its row in this part. */
  readonly rootAt: (row: number) => string
  readonly leaves: Uint8Array
}

interface PlaceInPart {
  readonly of: RecordsOfPart
  readonly row: number
  readonly line: string
  readonly id: string
  readonly currency: string | undefined
}

/** A record of a side. Its name and record are made from its line each time, which takes a fraction of their memory. */
export class PlacedRecord implements ReadRecord {
  readonly #of: RecordsOfPart
  readonly #row: number
  readonly line: string
  readonly id: string
  readonly currency: string | undefined
  /** Undefined for a record that takes part in the run. Records that are left out are shown by no id. */
  readonly aside: AsideLine['place'] | undefined
  readonly shownId: string

  constructor({ of, row, line, id, currency }: PlaceInPart, shown: Pick<PlacedRecord, 'aside' | 'shownId'>) {
    this.#of = of
    this.#row = row
    this.line = line
    this.id = id
    this.currency = currency
    this.aside = shown.aside
    this.shownId = shown.shownId
  }

  get part(): number {
    return this.#of.part
  }

  get name(): ItemName {
    const { side, rootAt, leaves } = this.#of
    const start = this.#row * leafLength
    const leaf = toHex(leaves.subarray(start, start + leafLength))
    return { side, root: rootAt(this.#row), id: this.id, leaf }
  }

  get record(): CanonicalRecord {
    return JSON.parse(this.line)
  }

  /** The same record where it is left out, or shown by another id. */
  placed(shown: Pick<PlacedRecord, 'aside' | 'shownId'>): PlacedRecord {
    const { line, id, currency } = this
    return new PlacedRecord({ of: this.#of, row: this.#row, line, id, currency }, shown)
  }
}

const leafLength = 32

interface SideFile {
  readonly side: Side
  readonly text: string
  readonly parts: readonly ReadPart[]
  /** The items of the opening, of both sides. */
  readonly opening: readonly OpeningItem[]
  readonly pace: Pace
}

/**
 * The records of a side in the order of its file, with the names that they have in every period. Refuses lines that do
 * not have the roots of their parts, and items that are not those of the opening. O(lines).
 */
export function* readPeriodSide(sha256: Sha256, file: SideFile): Slices<Parsed<readonly PlacedRecord[]>> {
  const { side, parts, text, pace } = file
  const lines = linesOf(text)
  const items = file.opening.filter((item) => item.side === side)
  const records: PlacedRecord[] = []
  for (const [part, { kind, root, count }] of parts.entries()) {
    const own = lines.slice(records.length, records.length + count)
    const isOpening = kind === 'opening'
    if (isOpening && !areItems(own, items)) return refused('Got other records than the items of the opening')
    const tree = createFrontier(sha256)
    const rootAt = isOpening ? (row: number) => at(items, row).part : () => root
    const of: RecordsOfPart = { side, part, rootAt, leaves: new Uint8Array(own.length * leafLength) }
    for (const [row, line] of own.entries()) {
      const record = recordIn(line)
      if (record === undefined) return refused(`line ${records.length + 1} is not a canonical record`)
      const leaf = leafHash(sha256, utf8(line))
      tree.append(leaf)
      of.leaves.set(leaf, row * leafLength)
      const place = { of, row, line, ...record }
      records.push(new PlacedRecord(place, { aside: undefined, shownId: record.id }))
      if (pace.endsSlice(1)) yield
    }
    if (tree.size() !== count || toHex(tree.root()) !== root)
      return refused(`Got other lines than those of the root ${root}`)
  }
  return records.length === lines.length ? parsed(records) : refused('Got lines of no part')
}

/** Undefined for a line that is no canonical record. */
function recordIn(line: string): Pick<PlaceInPart, 'id' | 'currency'> | undefined {
  const value = parseLine(line)
  if (!isObject(value) || !isRecord(value)) return undefined
  const { id, currency } = value
  return isText(id) ? { id, currency: isText(currency) ? currency : undefined } : undefined
}

/** Leaves out those of a side that `aside` names, and shows the others by their ids. O(records). */
export function placeRecords(records: readonly PlacedRecord[], side: Side, aside: readonly AsideLine[]) {
  const places = new Map(aside.flatMap((line) => (line.side === side ? [[line.row, line.place]] : [])))
  const nextShown = createShownIds()
  return records.map((each, row): PlacedRecord => {
    const place = places.get(row)
    return each.placed({ aside: place, shownId: place ? '' : nextShown(each.id) })
  })
}

export const areItems = (lines: readonly string[], items: readonly OpeningItem[]): boolean =>
  lines.length === items.length && items.every(({ record }, index) => canonicalize(record) === lines[index])
