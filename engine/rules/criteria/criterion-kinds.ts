import type { CriterionInput } from '../language/language.ts'
import { endingText, startingText } from './affix-text.ts'
import { amountWithinTolerance } from './amount-within-tolerance.ts'
import { businessDaysWindow } from './business-days-window.ts'
import { containedText } from './contained-text.ts'
import type { CriterionKind, CriterionMember, ValueType } from './criterion-kind.ts'
import { daysWindow } from './days-window.ts'
import { equalSigns } from './equal-signs.ts'
import { exactAmount } from './exact-amount.ts'
import { exactDate } from './exact-date.ts'
import { exactText } from './exact-text.ts'
import { listedText } from './listed-text.ts'
import { exactPairSum, pairSumWithinTolerance } from './pair-sum.ts'
import { similarText } from './similar-text.ts'
import { transposedAmount } from './transposed-amount.ts'

/**
 * Every kind of criterion. A new kind needs a file and a row here; a new `op` or member also belongs in `language/` and
 * the schema. If a criterion has several deciding members, the earlier row wins.
 */
export const criterionKinds: readonly CriterionKind[] = [
  exactText,
  exactAmount,
  exactDate,
  amountWithinTolerance,
  daysWindow,
  businessDaysWindow,
  similarText,
  containedText,
  startingText,
  endingText,
  listedText,
  transposedAmount,
  exactPairSum,
  pairSumWithinTolerance,
  equalSigns,
]

/** Undefined when values of `type` cannot be compared by `op`. */
export function kindOf(type: ValueType, op: CriterionKind['op'], input: CriterionInput): CriterionKind | undefined {
  const kinds = criterionKinds.filter((kind) => kind.type === type && kind.op === op)
  const decided = kinds.find((kind) => {
    const member = decidingMember(kind)
    return member !== undefined && input[member.name] !== undefined
  })
  return decided ?? kinds[0]
}

/** The member, such as `tolerance`, whose presence decides for a kind; undefined where type and `op` alone decide. */
export const decidingMember = ({ members }: CriterionKind): CriterionMember | undefined =>
  members.find(({ decides }) => decides !== undefined)

const members: readonly CriterionMember[] = [...new Set(criterionKinds.flatMap((kind) => kind.members))]

export const decidingMembers = members.filter(({ decides }) => decides !== undefined)

export const typeMembers = members.filter(({ decides }) => decides === undefined)

export const hasMember = (type: ValueType, member: CriterionMember): boolean =>
  criterionKinds.some((kind) => kind.type === type && kind.members.includes(member))

export const opsWith = (member: CriterionMember): readonly CriterionKind['op'][] => [
  ...new Set(criterionKinds.flatMap((kind) => (kind.members.includes(member) ? [kind.op] : []))),
]

/** The member that keeps a criterion out of a rule for whole groups; undefined where none does. */
export function refusedInGroup(input: CriterionInput): string | undefined {
  const refused = criterionKinds.filter(({ joinsGroups }) => !joinsGroups)
  const member = refused.map(decidingMember).find((each) => each !== undefined && input[each.name] !== undefined)
  if (member !== undefined) return member.name
  return refused.some(({ op }) => op === input.op) ? 'op' : undefined
}
