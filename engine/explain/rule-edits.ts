import type { JsonValue } from '../base/canonical.ts'
import type { BreakHint, FailedRule } from '../result/line.ts'
import { sumName } from '../rules/amounts/sum.ts'
import { comparedFields } from '../rules/criteria/compared-fields.ts'
import { typeOf } from '../rules/criteria/compile-criterion.ts'
import { type Needs, readsCurrency } from '../rules/criteria/criterion-kind.ts'
import type { Criterion, Rule, Sum } from '../rules/language/language.ts'
import { findMissed } from './missed-criterion.ts'

/** The edits of one rule by which a criterion that failed comes to hold. */

export const ruleChangeKinds = [
  'wider',
  'absent_allowed',
  'sign_turned',
  'digits_swapped',
  'criterion_dropped',
] as const
export type RuleChangeKind = (typeof ruleChangeKinds)[number]

/** The pointer starts at the rule. `from` is null where a member is added, `to` is null where it is removed. */
export interface RuleEdit {
  readonly kind: RuleChangeKind
  readonly pointer: string
  readonly from: JsonValue
  readonly to: JsonValue
  readonly rule: Rule
  readonly part:
    | { readonly of: 'criterion'; readonly before: Criterion; readonly after?: Criterion }
    | { readonly of: 'sum'; readonly before: Sum; readonly after: Sum }
    | { readonly of: 'sign' }
}

interface Missed {
  readonly failed: FailedRule
  readonly hint?: BreakHint | undefined
}

/** The edits after which the failed criterion holds, the most fitting first; empty where no edit is certain. */
export function editsOf(rule: Rule, { failed, hint }: Missed): readonly RuleEdit[] {
  const { field, needs } = failed
  if (field === sumName && rule.sum !== undefined) return sumEdits(rule, rule.sum, { failed, hint })
  const place = findMissed(rule, failed)
  if (place === undefined) return isSign(rule, failed) ? [signEdit(rule)] : []
  const [index, criterion] = place
  const edit = editOf(rule, index, criterion)
  const found = [
    ...(hint === 'opposite_sign' ? turned(criterion, edit) : []),
    ...(hint === 'transposed' && isAmount(criterion) ? swapped(criterion, edit) : []),
    ...(needs === undefined ? [] : widened(criterion, needs, edit)),
  ]
  if (found.length > 0 || isAmount(criterion)) return found
  return [dropped(rule, index, criterion)]
}

type Edit = (kind: RuleChangeKind, member: keyof Criterion, after: Criterion) => RuleEdit

const editOf =
  (rule: Rule, index: number, before: Criterion): Edit =>
  (kind, member, after) => ({
    kind,
    pointer: `/match/${index}/${member}`,
    from: jsonOf(before[member]),
    to: jsonOf(after[member]),
    rule: { ...rule, match: (rule.match ?? []).with(index, after) },
    part: { of: 'criterion', before, after },
  })

const jsonOf = (value: unknown): JsonValue => (value === undefined ? null : JSON.parse(JSON.stringify(value)))

function widened(criterion: Criterion, needs: Needs, edit: Edit): readonly RuleEdit[] {
  const [member] = Object.keys(needs)
  switch (member) {
    case 'nulls':
      return [edit('absent_allowed', 'nulls', { ...criterion, ...needs })]
    case 'similarity': {
      const { similarity } = criterion
      if (similarity === undefined) return []
      return [
        edit('wider', 'similarity', { ...criterion, similarity: { ...similarity, min: String(needs['similarity']) } }),
      ]
    }
    case 'min':
      return [edit('wider', 'min', { ...criterion, ...needs })]
    case 'tolerance':
    case 'days':
    case 'businessDays':
      return [edit('wider', member, { ...criterion, ...needs, op: 'near' })]
    default:
      return []
  }
}

function turned(criterion: Criterion, edit: Edit): readonly RuleEdit[] {
  const sign = turnedSign(criterion)
  if (sign === undefined || (criterion.op !== 'equals' && criterion.op !== 'near')) return []
  return [edit('sign_turned', 'sign', { ...criterion, sign })]
}

/**
 * The sign under which amounts that differ only in sign are equal; undefined where that would not make the criterion
 * hold.
 */
function turnedSign({
  sign = 'same',
  tolerance,
}: Pick<Criterion, 'sign' | 'tolerance'>): 'same' | 'opposite' | undefined {
  if (typeof tolerance === 'object' && 'from' in tolerance) {
    const [isAbove, isBelow] = [
      /[1-9]/.test(tolerance.from) && !tolerance.from.startsWith('-'),
      tolerance.to.startsWith('-'),
    ]
    if (isAbove || isBelow) return undefined
  }
  return sign === 'opposite' ? 'same' : sign === 'same' ? 'opposite' : undefined
}

function swapped({ tolerance, ...criterion }: Criterion, edit: Edit): readonly RuleEdit[] {
  return criterion.op === 'equals' || criterion.op === 'near'
    ? [edit('digits_swapped', 'op', { ...criterion, op: 'transposed' })]
    : []
}

function sumEdits(rule: Rule, before: Sum, { failed: { needs }, hint }: Missed): readonly RuleEdit[] {
  const edit = (kind: RuleChangeKind, member: 'tolerance' | 'sign', after: Sum): RuleEdit => ({
    kind,
    pointer: `/sum/${member}`,
    from: jsonOf(before[member]),
    to: jsonOf(after[member]),
    rule: { ...rule, sum: after },
    part: { of: 'sum', before, after },
  })
  const sign = hint === 'opposite_sign' ? turnedSign(before) : undefined
  return [
    ...(sign === undefined ? [] : [edit('sign_turned', 'sign', { ...before, sign })]),
    ...(needs?.['tolerance'] === undefined ? [] : [edit('wider', 'tolerance', { ...before, ...needs })]),
  ]
}

/** Whether the signs failed, under a rule without a criterion on the amount. */
const isSign = ({ sign, match = [] }: Rule, { field, needs }: FailedRule): boolean =>
  sign !== undefined && field === 'amount' && needs === undefined && match.every((each) => !isAmount(each))

const signEdit = (rule: Rule): RuleEdit => ({
  kind: 'sign_turned',
  pointer: '/sign',
  from: jsonOf(rule.sign),
  to: 'absolute',
  rule: { ...rule, sign: 'absolute' },
  part: { of: 'sign' },
})

/** A criterion on amounts is never dropped: a rule has to compare amounts. */
function isAmount(criterion: Criterion): boolean {
  const fields = comparedFields(criterion)
  return fields !== undefined && typeOf(criterion, fields) === 'decimal'
}

/**
 * Removes a criterion. A rule without its currency criterion must say `crossCurrency`, or the criterion would be
 * implied again.
 */
function dropped(rule: Rule, index: number, before: Criterion): RuleEdit {
  const fields = comparedFields(before)
  const isCurrency = fields !== undefined && readsCurrency(fields)
  return {
    kind: 'criterion_dropped',
    pointer: `/match/${index}`,
    from: jsonOf(before),
    to: null,
    rule: {
      ...rule,
      match: (rule.match ?? []).toSpliced(index, 1),
      ...(isCurrency && { crossCurrency: true }),
    },
    part: { of: 'criterion', before },
  }
}
