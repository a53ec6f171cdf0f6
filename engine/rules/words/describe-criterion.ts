import { comparedFields } from '../criteria/compared-fields.ts'
import { typeOf } from '../criteria/compile-criterion.ts'
import type { SideFields, ValueType } from '../criteria/criterion-kind.ts'
import { boundsOfDays } from '../criteria/days-window.ts'
import type { Criterion, DayWindow } from '../language/language.ts'
import { amountNames, equalWords, nearWords } from './amount-words.ts'
import { similarityWords, stepsWords } from './step-words.ts'
import { bandWords, countOf, fieldName, fieldWords } from './value-words.ts'

/**
 * A phrase without a capital and a full stop: `same reference (upper case)`, `dates at most 3 days apart, where both
 * have one`. Throws a TypeError for a criterion that is not effective.
 */
export function describeCriterion(criterion: Criterion): string {
  const fields = comparedFields(criterion)
  const type = fields && typeOf(criterion, fields)
  if (fields === undefined || type === undefined) throw new TypeError('An effective criterion names fields of one type')
  return `${phrases[criterion.op](criterion, fields, type)}${nullWords[criterion.nulls]}`
}

const nullWords: { readonly [nulls in Criterion['nulls']]: string } = {
  fail: '',
  skip: ', where both have one',
  match: ', or none on either side',
}

type Phrase = (criterion: Criterion, fields: SideFields, type: ValueType) => string

const phrases: { readonly [op in Criterion['op']]: Phrase } = {
  equals(criterion, fields, type) {
    if (type === 'decimal') return equalWords(amountNamesOf(fields), criterion.sign)
    return `same ${namesOf(fields)}${stepsWords(criterion.normalize)}`
  },
  near(criterion, fields, type) {
    const { tolerance, days, businessDays, sign } = criterion
    if (type === 'decimal' && tolerance !== undefined) return nearWords(amountNamesOf(fields), tolerance, sign)
    if (businessDays !== undefined)
      return `${dateNamesOf(fields)} ${daysWords(businessDays, 'business day')} (calendar ${criterion.calendar})`
    if (days === undefined) throw new TypeError('What is near another has a tolerance or days')
    return `${dateNamesOf(fields)} ${daysWords(days, 'day')}`
  },
  similar({ normalize, similarity }, fields) {
    if (similarity === undefined) throw new TypeError('A text is similar from a least similarity on')
    return `similar ${namesOf(fields)}${stepsWords(normalize)}, ${similarityWords(similarity)}`
  },
  contains: ({ normalize }, fields) => `one ${eitherOf(fields)}${stepsWords(normalize)} contains the other`,
  starts: (criterion, fields) => affixWords(criterion, fields, 'begins'),
  ends: (criterion, fields) => affixWords(criterion, fields, 'ends'),
  listed({ normalize, mask }, fields) {
    const keys = mask === undefined ? '' : ` by keys that look like ${mask}`
    return `one ${eitherOf(fields)}${stepsWords(normalize)} lists the others${keys}`
  },
  transposed: ({ sign }, fields) =>
    `${amountNamesOf(fields)} with two neighbouring digits swapped${sign === 'same' ? '' : `, compared as ${equalWords('amounts', sign)}`}`,
}

const affixWords = ({ normalize, min }: Criterion, fields: SideFields, verb: string): string =>
  `one ${eitherOf(fields)}${stepsWords(normalize)} ${verb} the other, with at least ${min} characters`

const namesOf = ({ sourceField, targetField }: SideFields): string => fieldWords(sourceField, targetField)
const amountNamesOf = ({ sourceField, targetField }: SideFields): string => amountNames(sourceField, targetField)

const eitherOf = ({ sourceField, targetField }: SideFields): string =>
  sourceField === targetField
    ? fieldName(sourceField)
    : `of ${fieldName(sourceField)} of the source and ${fieldName(targetField)} of the target`

const plainDates: { readonly [field: string]: string } = { date: 'dates', valueDate: 'value dates' }
const dateNamesOf = ({ sourceField, targetField }: SideFields): string =>
  (sourceField === targetField ? plainDates[sourceField] : undefined) ?? fieldWords(sourceField, targetField)

function daysWords(days: DayWindow | number, unit: string): string {
  if (typeof days === 'number' && days > 0) return `at most ${countOf(days, unit)} apart`
  const words = bandWords(boundsOfDays(days), unit)
  return words.startsWith('on') ? words : `with ${words}`
}
