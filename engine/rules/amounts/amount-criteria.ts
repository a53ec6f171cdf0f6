import { decimalFields } from '../../record/record.ts'
import type { CriterionInput } from '../language/language.ts'

/** Which criteria compare money: by one of its fields on either side, for two attributes may be any numbers. */

type NamedFields = Pick<CriterionInput, 'field' | 'sourceField' | 'targetField'>

/** The amounts of a record itself. A fee is money too, but no amount that the record settles. */
const amountFields: readonly string[] = ['amount', 'gross', 'net']
const moneyFields: readonly string[] = decimalFields

/** Whether a criterion compares an amount of a record, and not its fee or a number of its own. */
export const isOfAmounts = (criterion: NamedFields): boolean => namesOneOf(amountFields, criterion)

/** Whether a criterion compares money, fees included, which a rule that converts converts. */
export const isMoney = (criterion: NamedFields): boolean => namesOneOf(moneyFields, criterion)

const namesOneOf = (known: readonly string[], { field, sourceField, targetField }: NamedFields): boolean =>
  [field, sourceField, targetField].some((each) => each !== undefined && known.includes(each))
