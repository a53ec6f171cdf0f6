import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type BreakLine, canonicalize } from '../../../engine/index.ts'
import { checkLaw } from '../support/law.ts'
import { type Explained, explainNaively } from '../support/naive-near-misses.ts'
import { run } from '../support/run.ts'
import { smallCase } from '../support/small-world.ts'

const isOfOpen = ({ reason }: BreakLine): boolean => reason !== 'ambiguous' && reason !== 'duplicate'

const explained = ({ reason, source, target, failed, candidates = [] }: BreakLine): Explained => ({
  reason,
  ...(source && { source }),
  ...(target && { target }),
  ...(failed && { failed }),
  candidates: candidates.map((each) => `${each.source}/${each.target}`),
})

it('explains open records as trying every rule without each of its criteria on every pair does', () => {
  checkLaw(
    fc.property(smallCase(), (given) => {
      const { breaks, excluded, plan } = run(given)
      const ofOpen = breaks.filter(isOfOpen)
      const records = (side: 'source' | 'target', lines: readonly Pick<BreakLine, 'source' | 'target'>[]) =>
        given[side].filter(({ id }) => lines.some((line) => line[side]?.includes(id)))
      const inScope = (side: 'source' | 'target') =>
        given[side].filter((each) => !records(side, excluded).includes(each))
      const naive = explainNaively(
        {
          open: { source: records('source', ofOpen), target: records('target', ofOpen) },
          inScope: { source: inScope('source'), target: inScope('target') },
        },
        plan.rules,
      )
      expect(ofOpen.map((line) => canonicalize(explained(line))).sort()).toEqual(
        naive.map((each) => canonicalize(each)).sort(),
      )
    }),
  )
})
