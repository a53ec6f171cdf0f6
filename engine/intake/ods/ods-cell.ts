import { badCells, type SheetCell } from '../sheet/sheet.ts'
import { dateOfIso } from '../sheet/sheet-date.ts'
import { readSheetNumber } from '../sheet/sheet-number.ts'
import type { XmlElement } from '../xml/xml-reader.ts'

/** A cell as its start tag describes it (OpenDocument 1.3 part 3 §9.1.4). */
export interface OdsCell {
  /** Undefined for an empty cell, or a formula without a value. */
  readonly type: string | undefined
  /** The attribute for the type's value. A text has it only where it differs from the shown text. */
  readonly value: string | undefined
  readonly isFormula: boolean
  readonly isError: boolean
}

const valueNames: { readonly [type: string]: string } = {
  float: 'value',
  percentage: 'value',
  currency: 'value',
  date: 'date-value',
  time: 'time-value',
  boolean: 'boolean-value',
  string: 'string-value',
}

/** Programs repeat the type in a name space of their own, which marks errors. */
export function odsCellOf({ attribute }: XmlElement): OdsCell {
  const ofOffice = (name: string): string | undefined => attribute(`office:${name}`) ?? attribute(name)
  const type = ofOffice('value-type')
  const name = type === undefined ? undefined : valueNames[type]
  return {
    type,
    value: name === undefined ? undefined : ofOffice(name),
    isFormula: attribute('formula') !== undefined,
    isError: attribute('calcext:value-type') === 'error',
  }
}

/** Formulas with an error show it in English, as it is stored. */
const errorPattern = /^(?:#(?:N\/A|VALUE!|REF!|NAME\?|DIV\/0!|NUM!|NULL!)|Err:\d{3})$/

export function readOdsCell({ type, value, isFormula, isError }: OdsCell, text: string): SheetCell | undefined {
  if (isError || (isFormula && errorPattern.test(text.trim()))) return badCells.error(text.trim())
  if (type === undefined && isFormula && text === '') return badCells.uncalculated
  const content = value ?? text
  switch (type) {
    case 'float':
    case 'percentage':
    case 'currency':
      return numberOf(value ?? '', text.trim()) ?? badCells.unreadable(type, content)
    case 'date':
      return dateOfIso(value ?? '') ?? badCells.unreadable(type, content)
    case 'time':
      return timeOf(value ?? '') ?? badCells.unreadable(type, content)
    case 'boolean':
      return value === 'true'
    default:
      return content === '' ? undefined : content
  }
}

/** The text of the number keeps the leading zeros that are shown, as ids have them. */
function numberOf(value: string, text: string): SheetCell | undefined {
  const number = readSheetNumber(value)
  if (number === undefined) return undefined
  const isPadded = /^0\d{1,30}$/.test(text) && String(BigInt(text)) === number
  return { number, shown: isPadded ? text : number }
}

/** `PT17H30M00S` as `17:30:00`. */
function timeOf(value: string): string | undefined {
  const parts = /^PT(\d{1,6})H(\d{1,2})M(\d{1,2})(?:[.,]\d*)?S$/.exec(value)
  return parts
    ?.slice(1)
    .map((part) => part.padStart(2, '0'))
    .join(':')
}
