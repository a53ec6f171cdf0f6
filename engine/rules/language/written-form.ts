import type { Criterion, SignedBounds, SimilarityMethod, SizeBounds } from './criterion-form.ts'
import type { Filter, Where } from './filter-form.ts'
import type { Calendar, Rate, Signs } from './reference-data.ts'
import type { Conversion, Rule, SubsetLimits } from './rule-form.ts'
import type { AmountTerm, FixedTerm, PercentTerm, Sum } from './sum-form.ts'

/**
 * A part as a caller may write it: any member may be left out, and the members in `Own` have a wider type than in the
 * effective form.
 */
type Written<Part, Own = unknown> = {
  readonly [Name in keyof Part]?: (Name extends keyof Own ? Own[Name] : Part[Name]) | undefined
}

export type DecimalInput = string | number
type Decimals<Name extends string> = Record<Name, DecimalInput>
export type BoundsInput = Written<SignedBounds & SizeBounds, Decimals<'from' | 'to' | 'absolute' | 'percent'>>
export type ToleranceInput = DecimalInput | BoundsInput
export type CriterionInput = Written<
  Criterion,
  { tolerance: ToleranceInput; similarity: { readonly method: SimilarityMethod; readonly min: DecimalInput } }
>
/** All members of all kinds of terms. Which of them are present decides the kind. */
export type TermInput = Written<AmountTerm & PercentTerm & FixedTerm, Decimals<'default' | 'percent' | 'fixed'>>
/** A side without terms adds up its amounts. */
export type SumInput = Written<Sum, Record<'source' | 'target', readonly TermInput[]> & { tolerance: ToleranceInput }>
export type FilterInput = Pick<Filter, 'field' | 'op'> & Written<Filter, { abs: boolean }>
export type WhereInput = Written<Where, Record<'source' | 'target', readonly FilterInput[]>>
export type RuleInput = Written<
  Rule,
  {
    where: WhereInput
    match: readonly CriterionInput[]
    sum: SumInput
    limits: Written<SubsetLimits>
    convert: Written<Conversion>
    ignoreAmount: boolean
    crossCurrency: boolean
  }
>

export type RuleSetInput = (
  | { readonly form: 'criteria'; readonly criteria: readonly CriterionInput[] }
  | { readonly form: 'rules'; readonly rules: readonly RuleInput[] }
) & { readonly referenceData?: ReferenceDataInput }

/** A table may also be a list of pairs: a JSON object cannot show a repeated key. */
export interface ReferenceDataInput {
  readonly calendars?: { readonly [name: string]: Written<Calendar> } | undefined
  readonly rates?:
    | readonly (Omit<Rate, 'rate' | 'source'> & {
        readonly rate: DecimalInput
        readonly source?: string | undefined
      })[]
    | undefined
  readonly tables?: { readonly [name: string]: TableInput } | undefined
  readonly signs?: Written<Signs> | undefined
}
export type TableInput = { readonly [key: string]: string } | readonly (readonly [string, string])[]

/** `pointer` is an RFC 6901 JSON Pointer into the rule set, such as `/0/match/1/tolerance`. */
export interface RuleFault {
  readonly pointer: string
  readonly code: string
  readonly detail: string
}
