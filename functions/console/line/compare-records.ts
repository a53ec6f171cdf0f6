import { sizeOfAmount } from '@tallystick/audit/base/amount'
import { absolute, formatDecimal, parseDate, parseDecimal, subtractDecimals } from '@tallystick/engine/base'
import { decimalFields } from '@tallystick/engine/record'
import type { DetailedRecord, RecordField } from '../engine-worker/line-detail-types.ts'
import { amountText } from '../parts/amount-text.ts'
import { dateText } from '../parts/locale-text.ts'
import { counted } from '../parts/plain-words.ts'
import { type MarkedPart, markTexts } from './mark-text.ts'

export interface ComparedField {
  readonly field: string
  /** Parts of the source's text; empty where the record has no value. */
  readonly source: readonly MarkedPart[]
  readonly target: readonly MarkedPart[]
  readonly standing: 'same' | 'differs' | 'only-source' | 'only-target'
  /**
   * The size of the difference: `target is 0.07 EUR more`, `target is 3 days later`; null where no size can be
   * given.
   */
  readonly note: string | null
  readonly isAmount: boolean
}

/** The fields of two records side by side: all fields of the source, then those that only the target has. */
export function compareRecords(source: DetailedRecord, target: DetailedRecord): readonly ComparedField[] {
  const [own, other] = [valuesOf(source), valuesOf(target)]
  const names = [...new Set([...fieldNames(source), ...fieldNames(target)])]
  const currencies = [own.get('currency'), other.get('currency')] as const
  return names.map((field) => comparedField(field, { own: own.get(field), other: other.get(field), currencies }))
}

const fieldNames = ({ fields }: DetailedRecord): readonly string[] => fields.map(({ field }: RecordField) => field)

const valuesOf = ({ fields }: DetailedRecord): ReadonlyMap<string, string> =>
  new Map(fields.map(({ field, value }) => [field, value]))

interface Values {
  readonly own: string | undefined
  readonly other: string | undefined
  readonly currencies: readonly [string | undefined, string | undefined]
}

function comparedField(field: string, { own, other, currencies }: Values): ComparedField {
  const isAmount = isDecimalField(field)
  const shown = (value: string | undefined, currency: string | undefined): string | undefined =>
    value === undefined ? value : shownValue(field, value, currency ?? null)
  const [source, target] = [shown(own, currencies[0]), shown(other, currencies[1])]
  const common = { field, isAmount, note: null }
  if (source === undefined || target === undefined)
    return {
      ...common,
      source: plain(source),
      target: plain(target),
      standing: source === undefined ? 'only-target' : 'only-source',
    }
  if (own === other) return { ...common, source: plain(source), target: plain(target), standing: 'same' }
  const isText = !isAmount && !isDateField(field)
  const [left, right] = isText ? markTexts(source, target) : [marked(source), marked(target)]
  const note = noteOf(field, { own, other, currencies })
  return { ...common, source: left, target: right, standing: 'differs', note }
}

/** A value as people read it. */
export const shownValue = (field: string, value: string, currency: string | null): string => {
  if (isDecimalField(field)) return amountText(value, currency)
  return isDateField(field) ? dateText(value) : value
}

const plain = (text: string | undefined): readonly MarkedPart[] =>
  text === undefined ? [] : [{ text, isOther: false }]
const marked = (text: string): readonly MarkedPart[] => [{ text, isOther: true }]

const isDecimalField = (field: string): boolean => decimalFields.some((each) => each === field)
const isDateField = (field: string): boolean => field === 'date' || field === 'valueDate'

function noteOf(field: string, { own = '', other = '', currencies }: Values): string | null {
  if (isDateField(field)) return daysNote(daysBetween(own, other))
  const [currency = null, otherCurrency = null] = currencies
  if (!isDecimalField(field) || currency !== otherCurrency) return null
  const [left, right] = [parseDecimal(own), parseDecimal(other)]
  if (left === undefined || right === undefined) return null
  const isOpposite = left.coefficient * right.coefficient < 0n
  const difference = formatDecimal(subtractDecimals(absolute(right), absolute(left)))
  const signs = isOpposite ? 'the opposite sign' : undefined
  if (difference === '0') return signs === undefined ? null : `target has ${signs}`
  const suffix = left.coefficient < 0n || right.coefficient < 0n ? ', by size' : ''
  const size = `${amountText(sizeOfAmount(difference), currency)} ${difference.startsWith('-') ? 'less' : 'more'}${suffix}`
  return signs === undefined ? `target is ${size}` : `target is ${size}, and has ${signs}`
}

function daysBetween(source: string, target: string): number | undefined {
  const [from, to] = [parseDate(source), parseDate(target)]
  return from === undefined || to === undefined ? undefined : to - from
}

/** `3` → `target is 3 days later` */
const daysNote = (days: number | undefined): string | null =>
  days === undefined ? null : `target is ${counted(Math.abs(days), 'day')} ${days > 0 ? 'later' : 'earlier'}`
