import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { CanonicalRecord } from '../../../../engine/record/record.ts'
import type { RuleInput } from '../../../../engine/rules/language/written-form.ts'
import { inForms } from '../../../support/forms.ts'
import { checkLaw, lawCases } from '../../support/law.ts'
import { type Result, run } from '../../support/run.ts'

/** Rules by which texts list records beside rules that need no list. */

const keys: readonly string[] = ['A-1', 'B-2', 'C-3', 'D-4']
const amounts = ['10', '20', '-5', '0'] as const

const item = fc.record({ key: fc.constantFrom(...keys), amount: fc.constantFrom(...amounts) })
const sides = fc.record({
  items: fc.array(item, { maxLength: 8 }),
  anchors: fc
    .subarray([...keys])
    .chain((own) =>
      fc.tuple(
        ...own.map((key) =>
          fc.record({ key: fc.constant(key), amount: fc.constantFrom('10', '30', '20', '5', '15', '0') }),
        ),
      ),
    ),
})

interface Sides {
  readonly source: readonly CanonicalRecord[]
  readonly target: readonly CanonicalRecord[]
}

const sidesOf = (
  items: readonly { readonly key: string; readonly amount: string }[],
  anchors: readonly { readonly text: string; readonly amount: string }[],
): Sides => ({
  source: anchors.map(({ text, amount }, index) => ({ id: `s${index}`, amount, currency: 'EUR', reference: text })),
  target: items.map(({ key, amount }, index) => ({ id: `t${index}`, amount, currency: 'EUR', reference: key })),
})

const manner = fc.record({
  action: fc.constantFrom('match' as const, 'suggest' as const),
  tolerance: fc.constantFrom('0', '5'),
})

const ruleOf = (
  op: 'equals' | 'listed',
  { action, tolerance }: { action: RuleInput['action']; tolerance: string },
) => ({
  id: 'rule',
  cardinality: '1:n' as const,
  action,
  match: [{ field: 'reference', op }],
  sum: { tolerance },
})

/** Who is with whom, and by how much: without the confidence, which a list caps, and what only a list says. */
const placesOf = ({ matches, suggestions, breaks }: Result) => ({
  matches: [...matches, ...suggestions].map(({ kind, source, target, sum, difference }) => ({
    kind,
    source,
    target,
    sum,
    difference,
  })),
  breaks: breaks.map(({ reason, source, target, difference }) => ({ reason, source, target, difference })),
})

it(inForms('groups the records of a key as a rule of equal keys does, where each text is one key', lawCases), () => {
  checkLaw(
    fc.property(sides, manner, ({ items, anchors }, how) => {
      const given = sidesOf(
        items,
        anchors.map(({ key, amount }) => ({ text: key, amount })),
      )
      const [listed, grouped] = (['listed', 'equals'] as const).map((op) => run({ ...given, rules: [ruleOf(op, how)] }))
      expect(listed && placesOf(listed)).toEqual(grouped && placesOf(grouped))
    }),
  )
})

it(inForms('groups the records of several keys as if they had one', lawCases), () => {
  const together = fc.array(fc.subarray([...keys], { minLength: 1 }), { minLength: 1, maxLength: 4 }).map((lists) => {
    const free = new Set<string>(keys)
    return lists.map((list) => list.filter((key) => free.delete(key))).filter((list) => list.length > 0)
  })
  checkLaw(
    fc.property(sides, together, manner, fc.constantFrom('; ', '|', ' and '), ({ items }, lists, how, separator) => {
      const amount = '30'
      // A text lists only keys that records have: the others would be ignored, and an equal key does not ignore them.
      const texts = lists
        .map((list) => list.filter((key) => items.some((each) => each.key === key)))
        .filter((list) => list.length > 0)
      const textOf = (key: string): string => texts.find((list) => list.includes(key))?.join(separator) ?? key
      const anchors = texts.map((list) => ({ text: list.join(separator), amount }))
      const listed = run({ ...sidesOf(items, anchors), rules: [ruleOf('listed', how)] })
      const renamed = items.map((each) => ({ ...each, key: textOf(each.key) }))
      const grouped = run({ ...sidesOf(renamed, anchors), rules: [ruleOf('equals', how)] })
      expect(placesOf(listed)).toEqual(placesOf(grouped))
    }),
  )
})
