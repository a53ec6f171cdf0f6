import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatDecimal } from '../../../engine/base/decimal.ts'
import { inForms } from '../../support/forms.ts'
import { casesOf, checkLaw } from '../support/law.ts'
import { eachPeriod, histories } from './histories.ts'
import { naiveFold } from './naive-fold.ts'
import { itemText } from './naive-rows.ts'

const cases = casesOf({ short: 40, long: 10_000 })

it(inForms('comes to the items of a second fold that goes through lists', cases), () => {
  checkLaw(
    fc.property(histories(3), (history) =>
      eachPeriod(history, ({ given, folded, result }) => {
        const items = folded.items.map((item) => itemText({ ...item, amount: formatDecimal(item.amount) }))
        const about = new Set((given.decisions ?? []).flatMap(({ id, items: own }) => (own ? [id] : [])))
        const effective = folded.decisions.flatMap(({ decision, state }) =>
          about.has(decision) && state === 'effective' ? [decision] : [],
        )
        const naive = naiveFold(given, result)
        expect({ items: items.sort(), effective }).toEqual({ ...naive, effective: naive.effective })
      }),
    ),
    cases,
  )
})
