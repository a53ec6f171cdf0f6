import fc from 'fast-check'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { compileRules } from '../../../engine/rules/compile.ts'
import type { CriterionInput, RuleInput } from '../../../engine/rules/language/written-form.ts'
import { plus, readFraction, writeFraction, zero } from './fraction.ts'
import type { OracleCase } from './oracle-case.ts'

/** Parts of a sum whose whole is on the other side, under another key, on another day or in another currency. */

const references = ['K-10', 'K-11', 'K-20', 'X9']
const accounts = ['A1', 'A1', 'A2', 'A3']
const dates = ['2026-03-01', '2026-03-02', '2026-03-05', '2026-03-12', '2026-04-20']

const common = fc.record({
  reference: fc.constantFrom(...references, ...references, undefined),
  account: fc.constantFrom(...accounts, ...accounts, undefined),
  date: fc.constantFrom(...dates, ...dates, undefined),
  currency: fc.constantFrom('EUR', 'EUR', 'EUR', 'EUR', 'USD', undefined),
})
const changed = fc.record({
  reference: fc.constantFrom(...references, undefined),
  account: fc.constantFrom(...accounts, undefined),
  date: fc.constantFrom(...dates, undefined),
  currency: fc.constantFrom('EUR', 'USD', 'JPY'),
})
/** The fields in which a whole differs from its parts. */
const apart: fc.Arbitrary<readonly Field[]> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom<(readonly Field[])[]>(['reference'], ['reference'], ['account'], ['date'], ['currency']),
  },
  { weight: 1, arbitrary: fc.subarray<Field>(['reference', 'account', 'date', 'currency'], { maxLength: 2 }) },
)
type Field = 'reference' | 'account' | 'date' | 'currency'

const event = fc.record({
  common,
  changed,
  apart,
  parts: fc.array(fc.constantFrom('10', '10', '20', '31', '42', '-5', '3.33', undefined), {
    minLength: 1,
    maxLength: 3,
  }),
  off: fc.constantFrom('0', '0', '0', '0', '0', '0', '0.02', '7'),
  /** Whether the whole comes in two parts. */
  isHalved: fc.constantFrom(false, false, false, true),
})

type Event = typeof event extends fc.Arbitrary<infer Made> ? Made : never
type Values = Partial<Omit<CanonicalRecord, 'id'>>

const add = (a: string, b: string): string => writeFraction(plus(readFraction(a) ?? zero, readFraction(b) ?? zero))

function sidesOf({ common, changed, apart, parts, off, isHalved }: Event): {
  readonly parts: readonly Values[]
  readonly wholes: readonly Values[]
} {
  const total = parts.reduce<string>((sum, part) => add(sum, part ?? '0'), off)
  const whole = {
    ...common,
    ...Object.fromEntries(apart.map((field) => [field, changed[field]])),
  }
  const amounts = isHalved ? ['4', add(total, '-4')] : [total]
  return {
    parts: parts.map((amount): Values => JSON.parse(JSON.stringify({ ...common, amount }))),
    wholes: amounts.map((amount): Values => JSON.parse(JSON.stringify({ ...whole, amount }))),
  }
}

const criteria = fc.subarray<CriterionInput>(
  [{ field: 'reference' }, { field: 'account' }, { field: 'currency' }, { field: 'date' }],
  { minLength: 1, maxLength: 3 },
)
const window = fc.constantFrom<CriterionInput[]>({ field: 'date', days: 3 }, { field: 'reference', nulls: 'skip' })

const rule = fc
  .record({
    criteria,
    window,
    kind: fc.constantFrom('n:1', '1:n', 'n:m', 'n:1 subset', '1:n subset'),
    sum: fc.constantFrom<NonNullable<RuleInput['sum']>[]>({}, {}, {}, { tolerance: '0.05' }, { sign: 'opposite' }),
    action: fc.constantFrom<RuleInput['action'][]>(undefined, undefined, undefined, 'suggest'),
    where: fc.constantFrom<RuleInput['where'][]>(undefined, undefined, { source: [{ field: 'date', op: 'present' }] }),
  })
  .map(({ criteria, window, kind, sum, action, where }): RuleInput => {
    const [cardinality, select] = kind.split(' ') as [RuleInput['cardinality'], RuleInput['select']]
    const match = select === undefined ? criteria : [...criteria.filter(({ field }) => field !== window.field), window]
    return JSON.parse(JSON.stringify({ cardinality, select, match, sum, action, where }))
  })
const pairs = fc.constantFrom<RuleInput[]>(
  { match: [{ field: 'reference' }, { field: 'amount' }] },
  { match: [{ field: 'account' }, { field: 'amount', tolerance: '1' }, { field: 'date', days: 5 }] },
)

const rules = fc
  .tuple(fc.array(pairs, { maxLength: 1 }), rule, fc.array(rule, { maxLength: 1 }))
  .map(([before, own, after]): RuleInput[] => [...before, own, ...after])
  .filter((each) => compileRules({ form: 'rules', rules: each }).ok)

const named = (prefix: string, all: readonly Values[]): CanonicalRecord[] =>
  all.map((each, index) => ({ ...each, id: `${prefix}${index * 7 + 3}` }))

/** Parts and wholes, and rules of which one criterion may keep them apart. */
export const apartCase: fc.Arbitrary<OracleCase> = fc
  .record({ events: fc.array(event, { minLength: 1, maxLength: 3 }), rules, isTurned: fc.boolean() })
  .map(({ events, rules, isTurned }) => {
    const all = events.map(sidesOf)
    const parts = all.flatMap((each) => each.parts)
    const wholes = all.flatMap((each) => each.wholes)
    const [source, target] = isTurned ? [wholes, parts] : [parts, wholes]
    return { source: named('s', source), target: named('t', target), rules: { form: 'rules', rules } }
  })
