import type { CriterionInput, RuleInput } from '@tallystick/engine/rules'
import { fieldName } from './plain-words.ts'

/**
 * Gives each rule of a proposal a name in words, `Same reference and amount, days apart`. A rule that has a name keeps it;
 * of several with equal names the further ones are numbered.
 */
export function withNames<Rule extends RuleInput>(rules: readonly Rule[]): readonly Rule[] {
  const counts = new Map<string, number>()
  return rules.map((rule) => {
    const name = rule.name ?? nameOf(rule)
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return { ...rule, name: count === 1 ? name : `${name} (${count})` }
  })
}

function nameOf({ action, match = [], cardinality, side, sum, select, residual }: RuleInput): string {
  const same = match.flatMap((each) => (isSame(each) && each.field !== 'currency' ? [wordOf(each)] : []))
  const alike = match.flatMap((each) =>
    isText(each) && !isSame(each) ? [`${wordOf(each)} ${textOps[each.op ?? 'equals']}`] : [],
  )
  const isSum = sum !== undefined || select !== undefined || (cardinality !== undefined && cardinality !== '1:1')
  const parts = [
    ...(same.length === 0 ? [] : [`same ${listed([...new Set(same)])}`]),
    ...alike,
    ...(match.some((each) => each.field === 'amount' && each.tolerance !== undefined) ? ['amounts nearly equal'] : []),
    ...(match.some(({ days, businessDays }) => (days ?? businessDays) !== undefined) ? ['days apart'] : []),
    ...(isSum ? [side === undefined ? 'in a sum' : 'set off in one side'] : []),
    ...(residual === undefined ? [] : ['paid in part']),
  ]
  const words = parts.length === 0 ? 'all records' : parts.join(', ')
  const name = action === 'suggest' ? `perhaps: ${words}` : action === 'exclude' ? `left out: ${words}` : words
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`.slice(0, nameLengthMax).toWellFormed()
}

const nameLengthMax = 90

const textOps = {
  equals: 'alike',
  near: 'near',
  similar: 'alike',
  contains: 'inside the other text',
  starts: 'at the beginning of the other text',
  ends: 'at the end of the other text',
  listed: 'listed in the other text',
  transposed: 'with two digits swapped',
} as const

const isSame = ({ op = 'equals', tolerance, days, businessDays, similarity }: CriterionInput): boolean =>
  op === 'equals' && [tolerance, days, businessDays, similarity].every((each) => each === undefined)

const isText = ({ field, tolerance, days, businessDays }: CriterionInput): boolean =>
  field !== 'amount' && [tolerance, days, businessDays].every((each) => each === undefined)

function wordOf({ field, sourceField, targetField }: CriterionInput): string {
  const names = [field ?? sourceField, field ?? targetField].flatMap((each) => each ?? [])
  return [...new Set(names.map((name) => plain(fieldName(name))))].join(' / ')
}

/** A field of ours in small letters; an attribute as the file has it. */
const plain = (name: string): string => (/^[A-Z][a-z ]+$/.test(name) ? name.toLowerCase() : name)

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
