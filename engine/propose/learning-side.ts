import { at, int32At } from '../base/at.ts'
import { absentDay, type DateColumn } from '../record/columns.ts'
import { remember } from '../record/extended-table.ts'
import { textFields } from '../record/record.ts'
import type { BySide } from '../record/side.ts'
import type { Table } from '../record/table.ts'
import { daysOf } from './learning-sample.ts'
import { type Measure, measuresOf } from './measures.ts'
import { type DistinctTexts, distinctTexts, keysUnder, masksOf, type TextView } from './text-view.ts'

/** One side of the records that rules are learned from. */
export interface LearningSide {
  readonly table: Table
  readonly rowCount: number
  /** The id, text fields and attributes with two or more different values; the most filled and varied first. */
  readonly keyFields: readonly KeyField[]
  readonly measures: readonly Measure[]
  /** `valueDate` where most dated records have no booking date. */
  readonly dayField: 'date' | 'valueDate'
  readonly days: DateColumn
  readonly currencies: readonly (string | undefined)[]
  texts(field: string): readonly (string | undefined)[]
  distinct(field: string): DistinctTexts
  /** Filler words of a field, such as NONREF; `texts` leaves them out. */
  placeholders(field: string): readonly string[]
  masks(field: string): readonly string[]
  keys(field: string, view: TextView): readonly (string | undefined)[]
}

export interface KeyField {
  readonly field: string
  readonly filledCount: number
  readonly distinctCount: number
  readonly meanLength: number
}

const keyFieldCountMax = 24
const filledFractionMin = 0.02
/** The most key columns that are cached: all views of all fields would take hundreds of megabytes. */
const keptKeysMax = 48

/** Fields that say what kind of record it is, not which one. */
const kindFields = new Set(['type', 'status'])

export function learningSide(table: Table): LearningSide {
  const { rowCount } = table
  const written = remember((field: string) => {
    const column = Array.from({ length: rowCount }, (_, row) => table.text(field).textAt(row))
    return field === 'id' ? column.map((id) => (id !== undefined && isGivenId(id) ? id : undefined)) : column
  })
  const placeholders = remember((field: string) => placeholdersIn(written(field)))
  const texts = remember((field: string) => {
    const blanks = new Set(placeholders(field))
    return blanks.size === 0
      ? written(field)
      : written(field).map((text) => (text !== undefined && blanks.has(text) ? undefined : text))
  })
  const distinct = remember((field: string) => distinctTexts(texts(field)))
  const keys = new Map<string, readonly (string | undefined)[]>()
  const fields = ['id', ...textFields.filter((field) => !kindFields.has(field)), ...table.attributePaths]
  const profiles = fields
    .filter((field) => !areDays(distinct(field).texts))
    .map((field) => profileOf(field, distinct(field)))
  const dayField = countDays(table.date('date')) >= 0.5 * countDays(daysOf(table)) ? 'date' : 'valueDate'
  return {
    table,
    rowCount,
    keyFields: profiles
      .filter(({ filledCount, distinctCount }) => filledCount >= filledFractionMin * rowCount && distinctCount >= 2)
      .toSorted((a, b) => b.distinctCount * b.filledCount - a.distinctCount * a.filledCount)
      .slice(0, keyFieldCountMax),
    measures: measuresOf(table, texts),
    dayField,
    days: table.date(dayField),
    currencies: texts('currency'),
    texts,
    distinct,
    placeholders,
    masks: remember((field: string) => masksOf(distinct(field).texts)),
    keys(field, view) {
      const name = `${view.name}|${field}`
      const own = keys.get(name) ?? keysUnder(view, distinct(field))
      // Moves the entry to the end of the map: the first entry is the one unused for longest.
      keys.delete(name)
      keys.set(name, own)
      const [first] = keys.keys()
      if (keys.size > keptKeysMax && first !== undefined) keys.delete(first)
      return own
    },
  }
}

const mergedFractionMax = 0.03

/** A test whether different texts of a field keep different keys under a view. */
export const tellsApart =
  (side: LearningSide, { field }: Pick<KeyField, 'field'>) =>
  (view: TextView): boolean => {
    const { places } = side.distinct(field)
    const keys = side.keys(field, view)
    const keyed = new Set(places.filter((_, row) => keys[row] !== undefined))
    return new Set(keys.filter((key) => key !== undefined)).size >= (1 - mergedFractionMax) * keyed.size
  }

/** Whether the file gave the id. The intake derives other ids from a record's content, which may be equal by chance. */
const isGivenId = (id: string): boolean => !/^row_[0-9a-f]{26}(#[0-9]+)?$/.test(id)

const countDays = (days: DateColumn): number => days.reduce((count, day) => count + (day === absentDay ? 0 : 1), 0)

/** Whether all texts are days, which are no identity. A timestamp may be one. */
const areDays = (texts: readonly string[]): boolean => texts.every((text) => /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text))

const placeholderFractionMin = 0.02
const placeholderCountMin = 5

/**
 * The frequent values of a field whose other values are nearly all different. A value of several words is none if other
 * values begin with its first word.
 */
function placeholdersIn(texts: readonly (string | undefined)[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const text of texts) if (text !== undefined) counts.set(text, (counts.get(text) ?? 0) + 1)
  const often = [...counts].filter(
    ([, count]) => count >= placeholderCountMin && count >= placeholderFractionMin * texts.length,
  )
  const [oftenCount, count] = [
    often.reduce((sum, [, each]) => sum + each, 0),
    [...counts.values()].reduce((a, b) => a + b, 0),
  ]
  const beginnings = Map.groupBy(counts.keys(), firstWordOf)
  const isOfForm = (text: string): boolean =>
    text !== firstWordOf(text) && (beginnings.get(firstWordOf(text))?.length ?? 0) > 2
  const isIdentifier = counts.size - often.length >= 0.8 * (count - oftenCount) && count - oftenCount >= 0.2 * count
  if (!isIdentifier || often.length > 3) return []
  return often.flatMap(([text]) => (isOfForm(text) ? [] : [text])).toSorted()
}

const firstWordOf = (text: string): string => text.split(' ', 1)[0] ?? text

function profileOf(field: string, { texts, places }: DistinctTexts): KeyField {
  const present = places.filter((place) => place >= 0)
  const length = present.reduce((sum, place) => sum + at(texts, place).length, 0)
  return {
    field,
    filledCount: present.length,
    distinctCount: texts.length,
    meanLength: present.length === 0 ? 0 : length / present.length,
  }
}

export type Pair = readonly [source: number, target: number]

export type LearningSides = BySide<LearningSide>

/** Undefined where a date is absent. */
export function lagOf({ source, target }: LearningSides, [s, t]: Pair): number | undefined {
  const [from, to] = [int32At(source.days, s), int32At(target.days, t)]
  return from === absentDay || to === absentDay ? undefined : to - from
}
