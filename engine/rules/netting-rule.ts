import type { Side } from '../record/side.ts'
import { oppositeSide } from '../record/side.ts'
import { isMoney } from './amounts/amount-criteria.ts'
import type { Criterion, CriterionInput, Filter, Rule, RuleFault, RuleInput } from './language/language.ts'

/**
 * Netting: a rule with a `side` matches records of that side with each other. Positive amounts take the source's place,
 * negative amounts the target's.
 */

export function checkNetting(input: RuleInput, pointer: string, faults: RuleFault[]): void {
  const { side, action, cardinality, where, match = [] } = input
  if (side === undefined) return
  const refuse = (member: string, detail: string): void => {
    faults.push({ pointer: `${pointer}/${member}`, code: 'conflict', detail })
  }
  if (action === 'suggest') refuse('action', 'Netting takes records out of their side: wanted match')
  if (cardinality === '1:n' || cardinality === 'n:1')
    refuse('cardinality', 'Netting takes pairs or whole groups: wanted 1:1 or n:m')
  for (const member of ['crossCurrency', 'ignoreAmount'] as const)
    if (input[member] === true) refuse(member, 'Records net in one currency, by their amounts')
  for (const member of ['residual', 'convert'] as const)
    if (input[member] !== undefined) refuse(member, `Netting has no ${member}: its amounts come to zero on one side`)
  const other = oppositeSide(side)
  if (where?.[other] !== undefined) refuse(`where/${other}`, `Only records of the ${side} take part`)
  for (const [index, { field, sign }] of match.entries())
    if (field === 'amount' && sign === 'same')
      refuse(`match/${index}/sign`, 'Netting compares a positive with a negative amount: wanted opposite or absolute')
}

export const opposedCriterion = (criterion: Criterion, { sign }: Pick<CriterionInput, 'sign'> = {}): Criterion =>
  isMoney(criterion) && sign === undefined ? { ...criterion, sign: 'opposite' } : criterion

/** The sum as written, else the default of netting: a group has to come to zero. */
export const nettingSum = ({ side, sum, cardinality }: RuleInput): RuleInput['sum'] =>
  side === undefined || (sum === undefined && cardinality !== 'n:m') ? sum : { ...sum, sign: sum?.sign ?? 'opposite' }

/** Under a netting rule the filters of its side hold for both places; the sign of a record decides its place. */
export function filtersByPlace({ side, where }: Rule): { readonly [place in Side]: readonly Filter[] } {
  if (side === undefined) return { source: where?.source ?? [], target: where?.target ?? [] }
  const own = where?.[side] ?? []
  return {
    source: [...own, { field: 'amount', op: 'gt', value: '0' }],
    target: [...own, { field: 'amount', op: 'lt', value: '0' }],
  }
}
