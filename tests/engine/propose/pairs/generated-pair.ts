import type { CanonicalRecord } from '../../../../engine/record/record.ts'
import type { RuleInput } from '../../../../engine/rules/language/written-form.ts'

/** Two sides whose truth is known, since both were made from it. */

export interface GeneratedPair {
  readonly source: readonly CanonicalRecord[]
  readonly target: readonly CanonicalRecord[]
  /** Records that belong together; a record is in one group at most. */
  readonly truth: readonly TruthGroup[]
  /** Rules by hand that find the truth in this layout: what a good proposal comes to. None of sides that are unrelated. */
  readonly rules: readonly RuleInput[]
  /** What the seed drew, for whoever looks into a failure. */
  readonly layout: { readonly [name: string]: string }
}

/** Ids that belong together: 1:1, 1:n, n:1 or n:m. */
export interface TruthGroup {
  readonly source: readonly string[]
  readonly target: readonly string[]
  /**
   * `any-pairing`: twins, of which every pairing says the same. `unasked`: records of one business whose data do not add
   * up, so that a claim is neither wanted nor wrong.
   */
  readonly kind?: TruthKind
}
export type TruthKind = 'any-pairing' | 'unasked'

/** The same seed and size give the same pair; the larger side has about `size` records. */
export type PairGenerator = (seed: number, size?: number) => GeneratedPair

export const sizeUsual = 600

const seedsFrom = (first: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => first + index)

/** Seeds to look at while rules are developed. */
export const developmentSeeds = seedsFrom(1, 20)
/** Seeds that only the test of what is proposed may use. */
export const testSeeds = seedsFrom(1001, 10)
