import type { Rule } from '../language/language.ts'

/** What a match of a rule with an n side holds, in words. */
export const groupWords: {
  readonly [cardinality in Exclude<NonNullable<Rule['cardinality']>, '1:1'>]: string
} = {
  '1:n': 'one source record and several target records',
  'n:1': 'several source records and one target record',
  'n:m': 'several records of either side',
}
