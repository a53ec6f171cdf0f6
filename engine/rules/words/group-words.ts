import type { Rule } from '../language/language.ts'

export const groupWords: {
  readonly [cardinality in Exclude<NonNullable<Rule['cardinality']>, '1:1'>]: string
} = {
  '1:n': 'one source record and several target records',
  'n:1': 'several source records and one target record',
  'n:m': 'several records of either side',
}
