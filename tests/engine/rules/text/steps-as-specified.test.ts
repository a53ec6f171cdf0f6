import fc from 'fast-check'
import { it } from 'vitest'
import { type NormalizeStep, plainSteps, type Take } from '../../../../engine/rules/language/language.ts'
import { normalizerOf } from '../../../../engine/rules/text/normalize.ts'
import { inForms } from '../../../support/forms.ts'
import { normalized } from '../../oracle/text.ts'
import { casesOf, checkLaw } from '../../support/law.ts'

/** Every step against the naive reference, on texts and steps made of the same few characters. */

const cases = casesOf({ short: 500, long: 100_000 })

const partsOf = (parts: readonly string[]) => (maxLength: number) =>
  fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength }).map((each) => each.join(''))

const text = partsOf(['a', 'A', 'B', 'é', 'ß', '1', '0', '٣', '-', '/', '😀', ' ', '\t', 'AB', 'A 1'])(14)
const word = partsOf(['a', 'A', 'B', '1', '-', '😀', ' '])(4)
const phrase = word.filter((each) => each.trim() !== '')
const mask = partsOf(['#', '@', '*', '?', 'A', '1', '-', ' '])(4).filter((each) => /[#@*?]/.test(each))
const tables = { one: { a: 'x', 'B 1': 'AB', '-': '10' }, two: { '1': '01', '😀': '1-1' } }

const textStep: fc.Arbitrary<NormalizeStep> = fc.oneof(
  fc.constantFrom(...plainSteps),
  fc.array(phrase, { minLength: 1, maxLength: 5 }).map((strip) => ({ strip })),
  fc.record({ extract: mask }),
  fc.record({ extract: mask, take: fc.constantFrom<Take[]>('first', 'last', 'all', 1, 2, 3) }),
  fc.record({ before: word }),
  fc.record({ after: word }),
  fc.record({ remove: mask }),
)
const lookup: fc.Arbitrary<NormalizeStep> = fc.oneof(
  fc.record({ lookup: fc.constantFrom('one', 'two') }),
  fc.record({ lookup: fc.constantFrom('one', 'two'), otherwise: fc.constant('keep' as const) }),
)
const someSteps = fc.array(textStep, { maxLength: 3 })
const steps = fc.oneof(
  someSteps,
  fc.tuple(someSteps, lookup, someSteps).map(([before, step, after]) => [...before, step, ...after]),
)

it(inForms('normalises as the naive reference does', cases), () => {
  checkLaw(
    fc.property(text, steps, (given, all) => {
      const [own, other] = [normalizerOf(all, tables)(given), normalized(given, all, tables)]
      if (own !== other) throw new Error(`Got ${JSON.stringify(own)}, wanted ${JSON.stringify(other)}`)
    }),
    cases,
  )
})
