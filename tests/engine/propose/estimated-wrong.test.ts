import { expect, it } from 'vitest'
import { proposeRules } from '../../../engine/propose/propose-rules.ts'
import { remittanceLines } from '../../bench/propose/foreign/remittance-lines.ts'
import { suggestionsOf, tablesOf } from './pairs/claims.ts'
import { cardsWithLag } from './pairs/kinds/cards-with-lag.ts'
import { renamedReferences } from './pairs/kinds/renamed-references.ts'
import { scoreOf } from './pairs/score.ts'

/** Beyond the factor: of a few suggestions, one or two more may be wrong by chance. */
const marginCount = 3

it.each([
  ['of other cards are all wrong', cardsWithLag],
  ['of other references are all wrong', renamedReferences],
  ['of numbers mistyped are nearly all right', remittanceLines],
])('estimates within a factor of two that suggestions %s', (_, make) => {
  const pair = make(1)
  const proposal = proposeRules(tablesOf(pair))
  const estimated = proposal.explanations
    .filter(({ action }) => action === 'suggest')
    .reduce((sum, { estimatedWrong }) => sum + Number(estimatedWrong.count), 0)
  const wrong = scoreOf(pair.truth, suggestionsOf(pair, proposal)).wrong.length
  expect(estimated).toBeGreaterThanOrEqual(wrong / 2 - marginCount)
  expect(estimated).toBeLessThanOrEqual(2 * wrong + marginCount)
})
