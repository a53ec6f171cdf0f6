import { textOf } from '../../base/bytes.ts'
import type { JsonValue } from '../../base/canonical.ts'
import { lineOfMember, parseJson } from '../../base/json.ts'
import type { StatementSink } from '../dataset/statement-writer.ts'
import type { ReaderOptions } from '../format/format.ts'
import { exportMaps, mapsOf } from '../kinds/export-maps.ts'
import type { ElementTaker } from '../rows/cells.ts'
import type { Steps } from '../rows/steps.ts'
import { createFileRows } from './file-rows.ts'
import { createHeldText } from './held-text.ts'
import { createJsonFaults, type JsonFaults } from './json-faults.ts'
import type { JsonPlace } from './json-rows.ts'
import { isOfBalances, isRecord, listsIn, placeText, recordIn } from './record-lists.ts'

/** The most bytes of an element, and of all text outside the lists of records. */
const textByteCountMax = 262_144

/** The most members and elements of one text, whether or not they become part of a record. */
const valueCountMax = 20_000

/** Reads a JSON export as it arrives: the elements of its lists of records, and the text around these lists. */
interface JsonExport {
  elements(): ElementTaker | undefined
  addToElement(piece: Uint8Array): void
  takeElement(place: JsonPlace & { readonly line: number }): void
  addOutside(piece: Uint8Array, line: number): void
  /** Ends the file. `found` are the places of lists of records, `passed` those of lists that are not read. */
  end(found: readonly string[], passed: readonly string[]): Steps<void>
}

export function createJsonExport(options: ReaderOptions, sink: StatementSink): JsonExport {
  const faults = createJsonFaults(sink.faults)
  const element = createHeldText(textByteCountMax)
  const outside = createHeldText(textByteCountMax)
  const rows = createFileRows(options, sink, { isNested: true })
  const take: Take = (value, place) => rows.take(value, place, 0)
  const endOutside = (found: readonly string[], passed: readonly string[]) => {
    if (outside.isTooLong()) return faults.addTooMuch(textByteCountMax, passed)
    const text = textOf(outside.bytes())
    if (text === undefined) return faults.addBadBytes({ line: 1 })
    if (text.trim() === '') return faults.addNoRecords('no text at all')
    const parsed = parseJson(text, { valueCountMax })
    if (!parsed.ok) return faults.addJson(parsed.fault, { line: outside.lineOf(parsed.fault.line) })
    if (found.length === 0) return sink.backlog.add(takeWhole(parsed.value, { options, take, faults }))
    // Several lists are one export only if the map of some kind names them all.
    const isOne = found.length === 1 || exportMaps.some(({ lists = [] }) => found.every((each) => lists.includes(each)))
    if (!isOne) faults.addSeveral(found)
  }
  return {
    elements: () => rows.takers()?.elements,
    addToElement: element.add,
    takeElement(place) {
      if (element.isTooLong()) {
        element.take()
        return faults.addTooLong(textByteCountMax, place)
      }
      const text = textOf(element.take())
      if (text === undefined) return faults.addBadBytes(place)
      const isOneLine = !/[\r\n]/.test(text)
      const parsed = parseJson(text, { valueCountMax, hasLines: !isOneLine })
      const { line, ...where } = place
      if (!parsed.ok) return faults.addJson(parsed.fault, { ...where, line: line + parsed.fault.line - 1 })
      const knowsLines = !isOneLine && typeof parsed.value === 'object' && parsed.value !== null
      rows.take(parsed.value, { ...where, line: knowsLines ? undefined : line, linesAbove: line - 1 }, text.length)
    },
    addOutside: outside.add,
    *end(found, passed) {
      yield* sink.backlog.workOff()
      endOutside(found, passed)
      yield* sink.backlog.workOff()
      yield* rows.end()
    },
  }
}

type Take = (value: JsonValue, place: JsonPlace) => void

interface Whole {
  readonly options: ReaderOptions
  readonly take: Take
  readonly faults: JsonFaults
}

function* takeWhole(value: JsonValue, { options, take, faults }: Whole): Steps<void> {
  const record = recordIn(value, options)
  if (record !== undefined) return take(record, { line: undefined })
  const lists = listsIn(value)
  const ofRecords = lists.filter((list) => !isOfBalances(list) && list.elements.some((each) => isRecord(each, options)))
  const [only, second] = ofRecords
  if (second !== undefined) return faults.addSeveral(ofRecords.map(placeText))
  if (only === undefined) {
    const places = listPlaces(options.kind)
    if (listsIn(value, true).some((list) => list.elements.length === 0 && places.has(placeText(list)))) return
    const titles = mapsOf('json', options.kind).map(({ title }) => title)
    return faults.addNoRecords(`JSON without records${placesText(lists.map(placeText))}`, titles)
  }
  for (const [index, each] of only.elements.entries()) {
    take(each, { line: lineOfMember(only.elements, String(index)), pointer: `/${[...only.path, index].join('/')}` })
    yield
  }
}

const placesText = (places: readonly string[]): string => (places.length === 0 ? '' : ` (${places.join(', ')})`)

/** Places of lists of records in exports of any kind. */
const usualPlaces = [
  '',
  'data',
  'records',
  'transactions',
  'items',
  'results',
  'entries',
  'value',
  'payments',
  'payouts',
  'orders',
  'invoices',
  'data.transactions',
  'data.items',
  'accounts.[].transactions',
]

/** Places of lists of records: names of members joined by points, with `[]` for an element of a list. */
export function listPlaces(kind: string | undefined): ReadonlySet<string> {
  const own = mapsOf('json', kind)
  const maps = own.length > 0 ? own : exportMaps
  return new Set([...usualPlaces, ...maps.flatMap(({ lists = [] }) => lists)])
}
