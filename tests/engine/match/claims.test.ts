import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { BreakLine, MatchLine } from '../../../engine/index.ts'
import { checkLaw } from '../support/law.ts'
import { claimNaively } from '../support/naive-claims.ts'
import { run } from '../support/run.ts'
import { smallCase } from '../support/small-world.ts'

const matchText = ({ kind, source, target, rule, interchangeable, ambiguous }: MatchLine): string =>
  `${source}${kind === 'match' ? '=' : '~'}${target} by ${rule}${interchangeable ? ' interchangeable' : ''}${ambiguous ? ' ambiguous' : ''}`

const breakText = ({ reason, source = [], target = [] }: BreakLine): string =>
  `${reason} ${[...source].sort()}/${[...target].sort()}`

it('claims, holds and leaves over what comparing all with all does', () => {
  checkLaw(
    fc.property(smallCase(), (given) => {
      const { matches, suggestions, breaks, plan } = run(given)
      const naive = claimNaively(given.source, given.target, plan.rules)
      expect(matches.map(matchText).sort()).toEqual(naive.matches)
      expect(suggestions.map(matchText).sort()).toEqual(naive.suggestions)
      const tied = breaks.filter(({ reason }) => reason === 'ambiguous' || reason === 'duplicate')
      expect(tied.map(breakText).sort()).toEqual(naive.breaks)
    }),
  )
})
