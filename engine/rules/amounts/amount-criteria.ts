import { decimalFields } from '../../record/record.ts'
import type { CriterionInput } from '../language/language.ts'

type NamedFields = Pick<CriterionInput, 'field' | 'sourceField' | 'targetField'>

/** Without `fee`: comparing fees does not count as comparing the amount of a record. */
const amountFields: readonly string[] = ['amount', 'gross', 'net']
const moneyFields: readonly string[] = decimalFields

/** Whether a criterion compares an amount of a record on at least one side. Two attributes may hold any numbers. */
export const isOfAmounts = (criterion: NamedFields): boolean => namesOneOf(amountFields, criterion)

/** Whether a criterion compares an amount or a fee. */
export const isMoney = (criterion: NamedFields): boolean => namesOneOf(moneyFields, criterion)

const namesOneOf = (known: readonly string[], { field, sourceField, targetField }: NamedFields): boolean =>
  [field, sourceField, targetField].some((each) => each !== undefined && known.includes(each))
