import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'

/** Records of one reference, and the rule that adds some of them up. */

/** A record of reference R, told from others by its description. */
export const record = (id: string, amount: string, rest: Partial<CanonicalRecord> = {}): CanonicalRecord => ({
  id,
  amount,
  currency: 'EUR',
  reference: 'R',
  description: id,
  ...rest,
})
/** A rule that searches, for each source of a reference, the targets that add up to it. */
export const subset = (rest: Partial<RuleInput> = {}): RuleInput => ({
  id: 'sub',
  cardinality: '1:n',
  select: 'subset',
  match: [{ field: 'reference' }],
  sum: {},
  ...rest,
})
/** Targets t1, t2 and so on of these amounts. */
export const payments = (...amounts: string[]): CanonicalRecord[] =>
  amounts.map((amount, index) => record(`t${index + 1}`, amount))
/** A record of another reference: with one on each side, the reference tells records apart. */
export const another = (side: string): CanonicalRecord => record(`${side}-other`, '0', { reference: `${side}-other` })
