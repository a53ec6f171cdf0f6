import type { JsonValue } from '@tallystick/engine/base'
import { compareNames, nameOfOpening, type OpeningItem } from '@tallystick/engine/close'
import { openJsonIntake, type RowFault } from '@tallystick/engine/intake'
import type { BySide, CanonicalRecord } from '@tallystick/engine/record'
import type { OpeningRequest } from '@tallystick/schema/reconciliation'
import { type Fault, ProblemError } from '../http/problem.ts'
import { sha256 } from '../platform/hasher.ts'

type Totals = { readonly [currency: string]: string }

interface OpeningItems {
  /** Source first, then by id, part and leaf. */
  readonly items: readonly OpeningItem[]
  readonly totals: BySide<Totals>
  readonly counts: BySide<number>
}

type RequestedItem = OpeningRequest['items'][number] & { readonly index: number }

/**
 * The open items that a request gives: its records are read as an upload of records is. Throws `unreadable_record`, and
 * `validation_failed` for items without what their state needs.
 */
export function openingItemsOf({ items }: OpeningRequest): OpeningItems {
  const requested = items.map((item, index) => ({ ...item, index }))
  const read = readSides(requested)
  const errors = requested.flatMap((item) => faultsOf(item, read.records.get(item.index)))
  if (errors.length > 0) throw new ProblemError('validation_failed', { errors: errors.slice(0, 100) })
  const lines = requested.map((item) => openingItem(item, read))
  return { items: inOrder(lines), totals: read.totals, counts: read.counts }
}

interface ReadSides {
  readonly records: ReadonlyMap<number, CanonicalRecord>
  readonly roots: BySide<string>
  readonly totals: BySide<Totals>
  readonly counts: BySide<number>
}

function readSides(requested: readonly RequestedItem[]): ReadSides {
  const source = readSide(requested.filter(({ side }) => side === 'source'))
  const target = readSide(requested.filter(({ side }) => side === 'target'))
  const faults = [...source.faults, ...target.faults]
  if (faults.length > 0) throw new ProblemError('unreadable_record', { errors: faults })
  return {
    records: new Map([...source.records, ...target.records]),
    roots: { source: source.root, target: target.root },
    totals: { source: source.totals, target: target.totals },
    counts: { source: source.records.length, target: target.records.length },
  }
}

interface ReadSide {
  readonly records: readonly (readonly [number, CanonicalRecord])[]
  readonly root: string
  readonly totals: Totals
  readonly faults: readonly Fault[]
}

function readSide(requested: readonly RequestedItem[]): ReadSide {
  const intake = openJsonIntake({ records: elementsOf(requested), sha256 })
  let text = ''
  for (const part of intake.parts()) if (part.ok) for (const chunk of part.chunks) text += chunk.text
  const end = intake.end()
  if (!end.ok)
    return { records: [], root: '', totals: {}, faults: end.faults.map((fault) => faultOf(fault, requested)) }
  for (const chunk of end.chunks) text += chunk.text
  const records = text
    .split('\n')
    .filter(Boolean)
    .map((line): CanonicalRecord => JSON.parse(line))
  const numbered = requested.flatMap(({ index }, place) => {
    const record = records[place]
    return record === undefined ? [] : [[index, record] as const]
  })
  return { records: numbered, root: end.summary.root, totals: end.summary.totals, faults: [] }
}

function elementsOf(requested: readonly RequestedItem[]) {
  let next = 0
  return {
    next() {
      const item = requested[next]
      if (item === undefined) return { kind: 'end' as const }
      const value: JsonValue = item.record
      const element = { kind: 'value' as const, value, index: next, line: 1, length: JSON.stringify(value).length }
      next += 1
      return element
    },
    check: () => undefined,
  }
}

/** The reader counts the records of a side. */
function faultOf({ pointer = '', code, detail }: RowFault, requested: readonly RequestedItem[]): Fault {
  const [, place = '', rest = ''] = /^\/records\/(\d+)(.*)$/.exec(pointer) ?? []
  const item = requested[Number(place)]
  return { pointer: item === undefined ? '/items' : `/items/${item.index}/record${rest}`, code, detail }
}

function faultsOf({ index, state, label, expected, firstSeen }: RequestedItem, record?: CanonicalRecord): Fault[] {
  const wanted = (member: string, detail: string): Fault => ({
    pointer: `/items/${index}/${member}`,
    code: 'invalid_item',
    detail,
  })
  const faults: Fault[] = []
  if ((state === 'accepted') !== (label !== undefined))
    faults.push(wanted('label', 'An accepted item has a label, and no other item has one'))
  if (expected !== undefined && state !== 'carried')
    faults.push(wanted('expected', 'Only a carried item has a day on which it is expected'))
  if (firstSeen === undefined && (record?.date ?? record?.valueDate) === undefined)
    faults.push(wanted('firstSeen', 'A record without a date needs the day by which it was known'))
  return faults
}

function openingItem(
  { index, side, state, label, expected, owner, firstSeen }: RequestedItem,
  { records, roots }: ReadSides,
): OpeningItem {
  const record = records.get(index)
  if (record === undefined) throw new Error('Every item has its record')
  return {
    kind: 'tallystick/opening-item@1',
    side,
    part: roots[side],
    record,
    firstSeen: { period: beforeAll, date: firstSeen ?? record.date ?? record.valueDate ?? '' },
    state,
    ...(label !== undefined && { label }),
    ...(expected !== undefined && { expected }),
    ...(owner !== undefined && { owner }),
  }
}

/** Stands for the period of items that are older than the first one. */
const beforeAll = 'opening'

const inOrder = (items: readonly OpeningItem[]): readonly OpeningItem[] =>
  items
    .map((item) => ({ item, name: nameOfOpening(sha256, item) }))
    .sort((a, b) => compareNames(a.name, b.name))
    .map(({ item }) => item)
