import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openingLines } from '../../../engine/close/next-opening.ts'
import { parseOpeningHeader, parseOpeningItem } from '../../../engine/close/opening.ts'
import { proveBalances } from '../../../engine/close/proof.ts'
import { rollForward } from '../../../engine/close/roll-forward.ts'
import { inForms } from '../../support/forms.ts'
import { casesOf, checkLaw } from '../support/law.ts'
import { readOf } from '../support/read-of.ts'
import { caseOf, decisionOf, eachPeriod, histories } from './histories.ts'
import { openingAfter, runPeriod } from './period-case.ts'
import { truthAfter } from './truth.ts'

const cases = casesOf({ short: 25, long: 10_000 })

it(inForms('explains every balance to the cent where nothing was lost, whatever was decided', cases), () => {
  checkLaw(
    fc.property(histories(3), (history) =>
      eachPeriod(history, (period) => {
        const unexplained = proveBalances(period.folded, truthAfter(period)).map((proof) => proof.unexplained)
        expect(unexplained).toEqual(unexplained.map(() => '0'))
      }),
    ),
    cases,
  )
})

it(inForms('comes from each opening balance to the closing one by what was read', cases), () => {
  checkLaw(
    fc.property(histories(3), (history) =>
      eachPeriod(history, (period) => {
        const stated = { closing: truthAfter(period), statements: { source: [], target: [] } }
        const differences = rollForward(period.folded, stated).map(({ difference }) => difference)
        expect(differences).toEqual(differences.map(() => '0'))
      }),
    ),
    cases,
  )
})

it(inForms('makes the state of every item of the lines alone, in whatever order and slices they come', cases), () => {
  checkLaw(
    fc.property(histories(3), fc.nat(), (history, seed) =>
      eachPeriod(history, ({ given, folded }) => {
        const shuffled = <Line>(lines: readonly Line[]): readonly Line[] =>
          lines
            .map((line, index) => ({ line, key: ((index + 7) * (seed + 13)) % 101 }))
            .sort((a, b) => a.key - b.key)
            .map(({ line }) => line)
        expect(runPeriod({ ...given, shuffled, sliceStepCount: 1 }).folded).toEqual(folded)
      }),
    ),
    cases,
  )
})

it(inForms('comes to the same whatever the order of independent decisions', cases), () => {
  checkLaw(
    fc.property(histories(1), (history) => {
      const given = caseOf(history, 0, undefined)
      const period = runPeriod(given)
      const taken = new Set<string>()
      const independent = (history.periods[0]?.decisions ?? []).flatMap((drawn) => {
        const decision = decisionOf(period, drawn, { terms: given.terms, decisions: [] })
        const leaves = decision?.items?.map(({ side, id }) => `${side} ${id.replace(/~.*/, '')}`) ?? []
        if (decision === undefined || leaves.some((leaf) => taken.has(leaf))) return []
        for (const leaf of leaves) taken.add(leaf)
        return [decision]
      })
      const { result } = period
      const folded = runPeriod({ ...given, result, decisions: independent }).folded
      const reversed = runPeriod({ ...given, result, decisions: independent.toReversed() }).folded
      expect(reversed.items).toEqual(folded.items)
      expect(proveBalances(reversed, { source: {}, target: {} })).toEqual(
        proveBalances(folded, { source: {}, target: {} }),
      )
    }),
    cases,
  )
})

it(inForms('hands on lines that are read again as they were written', cases), () => {
  checkLaw(
    fc.property(histories(2), (history) =>
      eachPeriod(history, (period) => {
        const opening = openingAfter(period)
        const [header = '', ...items] = openingLines(opening)
        expect(readOf(parseOpeningHeader(header))).toEqual(opening.header)
        expect(items.map((line) => readOf(parseOpeningItem(line)))).toEqual(opening.items)
      }),
    ),
    cases,
  )
})
