import { at } from '../base/at.ts'
import { fromUtf8, utf8 } from '../base/bytes.ts'
import { canonicalize } from '../base/canonical.ts'
import type { Sha256 } from '../base/hasher.ts'
import { type Parsed, parsed, refused } from '../base/parsed.ts'
import { hashOfLine } from '../merkle/tree.ts'
import type { CanonicalRecord } from '../record/record.ts'
import { createShownIds } from '../record/shown-id.ts'
import type { Side } from '../record/side.ts'
import type { ItemName } from './item-name.ts'
import { type OpeningItem, recordIn } from './opening.ts'
import type { LinePlace } from './overlap.ts'
import type { ReadPart } from './period-manifest.ts'
import type { ReadRecord } from './place-lines.ts'
import type { Reading } from './reading.ts'
import { readSideLines } from './side-lines.ts'
import { createSideRoots } from './side-roots.ts'

/** A line of `aside.ndjson`: a record that the run leaves out, by its row in its side's file, from 0. */
export type AsideLine = {
  readonly place: Extract<LinePlace, 'later' | 'repeated' | 'withdrawn'>
  readonly row: number
  readonly side: Side
}

/** What the records of a part have in common. */
interface RecordsOfPart {
  readonly sha256: Sha256
  readonly side: Side
  /** The position of the part in the manifest. */
  readonly part: number
}

interface PlaceInPart {
  readonly of: RecordsOfPart
  /** The root of the part that the record was first read from. */
  readonly root: string
  readonly line: string
  readonly id: string
  readonly currency: string | undefined
}

/** A record of a side. Its name and record are made from its line each time, which takes a fraction of their memory. */
export class PlacedRecord implements ReadRecord {
  readonly #of: RecordsOfPart
  readonly #root: string
  readonly line: string
  readonly id: string
  readonly currency: string | undefined
  /** Undefined for a record that takes part in the run. Records that are left out are shown by no id. */
  readonly aside: AsideLine['place'] | undefined
  readonly shownId: string

  constructor({ of, root, line, id, currency }: PlaceInPart, shown: Pick<PlacedRecord, 'aside' | 'shownId'>) {
    this.#of = of
    this.#root = root
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
    const { sha256, side } = this.#of
    return { side, root: this.#root, id: this.id, leaf: hashOfLine(sha256, this.line) }
  }

  get record(): CanonicalRecord {
    return JSON.parse(this.line)
  }
}

interface SideFile {
  readonly side: Side
  readonly parts: readonly ReadPart[]
  /** The items of the opening, of both sides. */
  readonly opening: readonly OpeningItem[]
  readonly aside: readonly AsideLine[]
  /** Which records are kept; undefined for all. */
  readonly keeps: ((place: RecordPlace) => boolean) | undefined
}

export type RecordPlace = Pick<PlacedRecord, 'aside' | 'part' | 'shownId'>

interface ReadSide {
  /** Those that are kept, in the order of the file. */
  readonly records: readonly PlacedRecord[]
  /** The root over all lines. */
  readonly root: string
}

/**
 * The records of a side in the order of its file, with the names that they have in every period. Refuses lines that do
 * not have the roots of their parts, and items that are not those of the opening. O(lines).
 */
export function* readPeriodSide(sha256: Sha256, file: SideFile): Reading<Parsed<ReadSide>> {
  const { side, parts, keeps } = file
  const faults: string[] = []
  const records: PlacedRecord[] = []
  const roots = createSideRoots(
    sha256,
    parts.map(({ count }) => count),
  )
  const ofParts = parts.map((_, part): RecordsOfPart => ({ sha256, side, part }))
  const items = file.opening.filter((item) => item.side === side)
  if (parts.some(({ kind, count }) => kind === 'opening' && count !== items.length)) return refused(otherItems)
  const placeOf = placing(side, file.aside)
  yield* readSideLines(side, parts, {
    takeText: (text) => roots.addLines(utf8(text)),
    takeLine(line, { part, row }) {
      const record = recordIn(line)
      if (record === undefined) return void faults.push(`line ${row + 1} is not a canonical record`)
      const { id, currency } = record
      const { kind, root } = at(parts, part)
      const item = kind === 'opening' ? at(items, row) : undefined
      if (item !== undefined && canonicalize(item.record) !== line) faults.push(otherItems)
      const shown = placeOf(row, id)
      if (keeps?.({ ...shown, part }) === false) return
      const own = keeps === undefined ? line : detached(line)
      records.push(
        new PlacedRecord({ of: at(ofParts, part), root: item?.part ?? root, line: own, id, currency }, shown),
      )
    },
  })
  const [fault] = faults
  if (fault !== undefined) return refused(fault)
  const read = roots.finish()
  for (const [part, { root }] of parts.entries())
    if (read.parts[part] !== root) return refused(`Got other lines than those of the root ${root}`)
  const count = parts.reduce((sum, each) => sum + each.count, 0)
  return read.count === count ? parsed({ records, root: read.root }) : refused('Got lines of no part')
}

const otherItems = 'Got other records than the items of the opening'

/** A line that does not hold the text that it was cut from. */
export const detached = (line: string): string => fromUtf8(utf8(line))

/** Says which records are left out, and shows the others by their ids. Rows come in order. */
function placing(side: Side, aside: readonly AsideLine[]) {
  const places = new Map(aside.flatMap((line) => (line.side === side ? [[line.row, line.place]] : [])))
  const nextShown = createShownIds()
  return (row: number, id: string): Pick<PlacedRecord, 'aside' | 'shownId'> => {
    const place = places.get(row)
    return { aside: place, shownId: place ? '' : nextShown(id) }
  }
}
