import { int32At } from '../base/at.ts'
import { absentDay, type DateColumn } from '../record/columns.ts'
import { textFields } from '../record/record.ts'
import type { BySide, Side } from '../record/side.ts'
import type { Table } from '../record/table.ts'
import { daysOf } from './learning-sample.ts'
import { type Measure, measuresOf } from './measures.ts'
import { keysUnder, masksOf, type TextView } from './text-view.ts'

/** One side of the records that rules are learned from, and what is known about its fields. */
export interface LearningSide {
  readonly table: Table
  readonly rowCount: number
  /** Fields that may hold an identity: the id, texts and attributes with at least two values, the fullest first. */
  readonly keyFields: readonly KeyField[]
  /** Sums that a record can contribute, the plain amount first. */
  readonly measures: readonly Measure[]
  /** The booking date, or the value date of a side that has hardly any other. */
  readonly dayField: 'date' | 'valueDate'
  readonly days: DateColumn
  readonly currencies: readonly (string | undefined)[]
  texts(field: string): readonly (string | undefined)[]
  /** Words such as NONREF that stand in a field where nothing is known. `texts` has them as absent. */
  placeholders(field: string): readonly string[]
  /** Masks of the identifiers in a field. */
  masks(field: string): readonly string[]
  /** The texts of a field as keys. */
  keys(field: string, view: TextView): readonly (string | undefined)[]
}

export interface KeyField {
  readonly field: string
  readonly filledCount: number
  readonly distinctCount: number
  /** Characters of its values, on average. */
  readonly meanLength: number
}

/** Fields of a side that are looked at, at most: the fullest and most various. */
const keyFieldCountMax = 24
const filledShareMin = 0.02
/** Columns of keys that are kept for the next question: hundreds of views of each field would take hundreds of megabytes. */
const keptKeysMax = 48

/** What stands in these fields says what kind a record is, not which one it is. */
const kindFields = new Set(['type', 'status'])

/** Reads a side. O(records × fields). */
export function learningSide(table: Table): LearningSide {
  const { rowCount } = table
  const written = remembered((field: string) => {
    const column = Array.from({ length: rowCount }, (_, row) => table.text(field).textAt(row))
    return field === 'id' ? column.map((id) => (id !== undefined && isGivenId(id) ? id : undefined)) : column
  })
  const placeholders = remembered((field: string) => placeholdersIn(written(field)))
  const texts = remembered((field: string) => {
    const blanks = new Set(placeholders(field))
    return blanks.size === 0
      ? written(field)
      : written(field).map((text) => (text !== undefined && blanks.has(text) ? undefined : text))
  })
  const keys = new Map<string, readonly (string | undefined)[]>()
  const fields = ['id', ...textFields.filter((field) => !kindFields.has(field)), ...table.attributePaths]
  const profiles = fields.filter((field) => !areDays(texts(field))).map((field) => profileOf(field, texts(field)))
  const dayField = countDays(table.date('date')) >= 0.5 * countDays(daysOf(table)) ? 'date' : 'valueDate'
  return {
    table,
    rowCount,
    keyFields: profiles
      .filter(({ filledCount, distinctCount }) => filledCount >= filledShareMin * rowCount && distinctCount >= 2)
      .toSorted((a, b) => b.distinctCount * b.filledCount - a.distinctCount * a.filledCount)
      .slice(0, keyFieldCountMax),
    measures: measuresOf(table, texts),
    dayField,
    days: table.date(dayField),
    currencies: texts('currency'),
    texts,
    placeholders,
    masks: remembered((field: string) => masksOf(texts(field))),
    keys(field, view) {
      const name = `${view.name}|${field}`
      const own = keys.get(name) ?? keysUnder(view, texts(field))
      // A map keeps its order: the first is the one that was asked for longest ago.
      keys.delete(name)
      keys.set(name, own)
      const [first] = keys.keys()
      if (keys.size > keptKeysMax && first !== undefined) keys.delete(first)
      return own
    },
  }
}

/**
 * Whether a source has named the record. The intake names the others by what is in them: equal names say no more than that
 * amount, date and whatever else there is are equal, which they may be by chance.
 */
const isGivenId = (id: string): boolean => !/^row_[0-9a-f]{26}(#[0-9]+)?$/.test(id)

const countDays = (days: DateColumn): number => days.reduce((count, day) => count + (day === absentDay ? 0 : 1), 0)

/** Whether texts are days, which say when something was and not what it was. A timestamp may well be an identity. */
const areDays = (texts: readonly (string | undefined)[]): boolean =>
  texts.every((text) => text === undefined || /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text))

/** How often a value stands, at least, where the others are hardly ever twice. */
const placeholderShareMin = 0.02
const placeholderCountMin = 5

/** Values that stand again and again in a field whose other values are nearly all different. */
function placeholdersIn(texts: readonly (string | undefined)[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const text of texts) if (text !== undefined) counts.set(text, (counts.get(text) ?? 0) + 1)
  const often = [...counts].filter(
    ([, count]) => count >= placeholderCountMin && count >= placeholderShareMin * texts.length,
  )
  const [oftenCount, count] = [
    often.reduce((sum, [, each]) => sum + each, 0),
    [...counts.values()].reduce((a, b) => a + b, 0),
  ]
  const isIdentifier = counts.size - often.length >= 0.8 * (count - oftenCount) && count - oftenCount >= 0.2 * count
  return isIdentifier && often.length <= 3 ? often.map(([text]) => text).toSorted() : []
}

function profileOf(field: string, texts: readonly (string | undefined)[]): KeyField {
  const present = texts.filter((text) => text !== undefined)
  const length = present.reduce((sum, text) => sum + text.length, 0)
  return {
    field,
    filledCount: present.length,
    distinctCount: new Set(present).size,
    meanLength: present.length === 0 ? 0 : length / present.length,
  }
}

function remembered<Value>(make: (field: string) => Value): (field: string) => Value {
  const known = new Map<string, Value>()
  return (field) => {
    const value = known.get(field) ?? make(field)
    known.set(field, value)
    return value
  }
}

/** A source row and a target row. */
export type Pair = readonly [source: number, target: number]

/** Both sides. */
export type LearningSides = BySide<LearningSide>

/** Days from the source's date to the target's; undefined where one has no date. */
export function lagOf({ source, target }: LearningSides, [s, t]: Pair): number | undefined {
  const [from, to] = [int32At(source.days, s), int32At(target.days, t)]
  return from === absentDay || to === absentDay ? undefined : to - from
}

/** The side of a pair. */
export const rowOf = (pair: Pair, side: Side): number => (side === 'source' ? pair[0] : pair[1])
