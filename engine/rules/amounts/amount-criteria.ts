import { decimalFields } from '../../record/record.ts'
import type { CriterionInput } from '../language/language.ts'

type NamedFields = Pick<CriterionInput, 'field' | 'sourceField' | 'targetField'>

/** A fee is money too, but no amount that the record settles. */
const amountFields: readonly string[] = ['amount', 'gross', 'net']
const moneyFields: readonly string[] = decimalFields

/**
 * Whether a criterion compares an amount of a record. One field of either side decides, since two attributes may be any
 * numbers.
 */
export const isOfAmounts = (criterion: NamedFields): boolean => namesOneOf(amountFields, criterion)

/** Fees included. */
export const isMoney = (criterion: NamedFields): boolean => namesOneOf(moneyFields, criterion)

const namesOneOf = (known: readonly string[], { field, sourceField, targetField }: NamedFields): boolean =>
  [field, sourceField, targetField].some((each) => each !== undefined && known.includes(each))
