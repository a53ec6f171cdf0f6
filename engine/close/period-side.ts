import { at } from '../base/at.ts'
import { fromUtf8, utf8 } from '../base/bytes.ts'
import { canonicalize } from '../base/canonical.ts'
import type { Sha256 } from '../base/hasher.ts'
import { type Parsed, parsed, refused } from '../base/parsed.ts'
import { hashOfLine } from '../merkle/tree.ts'
import type { CanonicalRecord } from '../record/record.ts'
import { originIdsOf } from '../record/residual-id.ts'
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
  /** The row of the line in the file of its side, from 0. */
  readonly row: number
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
  readonly row: number
  readonly line: string
  readonly id: string
  readonly currency: string | undefined
  /** Undefined for a record that takes part in the run. Records that are left out are shown by no id. */
  readonly aside: AsideLine['place'] | undefined
  readonly shownId: string

  constructor({ of, root, row, line, id, currency }: PlaceInPart, shown: Pick<PlacedRecord, 'aside' | 'shownId'>) {
    this.#of = of
    this.#root = root
    this.row = row
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
  /** Whether a record that is not kept has an id as residuals have them. */
  readonly hidesResidualId: boolean
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
  const { itemAt, itemCount, placed } = createPlacer(sha256, file)
  if (parts.some(({ kind, count }) => kind === 'opening' && count !== itemCount)) return refused(otherItems)
  const places = asidePlaces(file.aside, side)
  const nextShown = createShownIds()
  let hidesResidualId = false
  yield* readSideLines(side, parts, {
    takeText: (text) => roots.addLines(utf8(text)),
    takeLine(line, { part, row }) {
      const record = recordIn(line)
      if (record === undefined) return void faults.push(`line ${row + 1} is not a canonical record`)
      const { id } = record
      const item = itemAt({ part, row })
      if (item !== undefined && canonicalize(item.record) !== line) faults.push(otherItems)
      const aside = places.get(row)
      const shown = { aside, shownId: aside === undefined ? nextShown(id) : '' }
      if (keeps?.({ ...shown, part }) === false) {
        hidesResidualId ||= originIdsOf(id).length > 0
        return
      }
      records.push(placed({ part, row }, { line: keeps === undefined ? line : detached(line), record, ...shown }))
    },
  })
  const [fault] = faults
  if (fault !== undefined) return refused(fault)
  const read = roots.finish()
  for (const [part, { root }] of parts.entries())
    if (read.parts[part] !== root) return refused(`Got other lines than those of the root ${root}`)
  const count = parts.reduce((sum, each) => sum + each.count, 0)
  if (read.count !== count) return refused('Got lines of no part')
  return parsed({ records, root: read.root, hidesResidualId })
}

const otherItems = 'Got other records than the items of the opening'

/** A line that does not hold the text that it was cut from. */
export const detached = (line: string): string => fromUtf8(utf8(line))

/** Why records of a side are left out, by their rows. */
export const asidePlaces = (aside: readonly AsideLine[], side: Side): ReadonlyMap<number, AsideLine['place']> =>
  new Map(aside.flatMap((line) => (line.side === side ? [[line.row, line.place]] : [])))

interface ReadLine extends Pick<PlacedRecord, 'aside' | 'shownId' | 'line'> {
  readonly record: CanonicalRecord
}

interface LinePlaceInFile {
  readonly part: number
  readonly row: number
}

/** Makes the records of a side from its lines. */
export function createPlacer(sha256: Sha256, { side, parts, opening }: Pick<SideFile, 'side' | 'parts' | 'opening'>) {
  const ofParts = parts.map((_, part): RecordsOfPart => ({ sha256, side, part }))
  const items = opening.filter((item) => item.side === side)
  const itemAt = ({ part, row }: LinePlaceInFile): OpeningItem | undefined =>
    at(parts, part).kind === 'opening' ? at(items, row) : undefined
  return {
    itemCount: items.length,
    /** Undefined for a line of a dataset. */
    itemAt,
    placed(place: LinePlaceInFile, { line, record: { id, currency }, aside, shownId }: ReadLine): PlacedRecord {
      const root = itemAt(place)?.part ?? at(parts, place.part).root
      return new PlacedRecord(
        { of: at(ofParts, place.part), root, row: place.row, line, id, currency },
        { aside, shownId },
      )
    },
  }
}
