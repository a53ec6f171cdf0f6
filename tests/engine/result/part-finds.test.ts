import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createPartners, type SearcherPartner } from '../../../engine/result/part-finds.ts'

const searcherCount = 4

const partner: fc.Arbitrary<SearcherPartner> = fc.record({
  searcher: fc.nat(searcherCount - 1),
  partner: fc.integer({ min: -1, max: searcherCount - 1 }),
  isBreak: fc.boolean(),
  strangers: fc.uniqueArray(fc.nat(9), { maxLength: 5 }),
  crowd: fc.nat(2),
})

const searchers = Array.from({ length: searcherCount }, (_, searcher) => searcher)

function told(parts: readonly (readonly SearcherPartner[])[]) {
  const partners = createPartners(searcherCount)
  for (const part of parts) partners.add(part)
  const { partnerOf, isBreak, isAmidMany } = partners
  return { partnerOf, isBreak, isAmidMany: searchers.map(isAmidMany) }
}

it('knows whether more than four records are near a searcher, in whatever parts they come', () => {
  fc.assert(
    fc.property(fc.array(fc.array(partner, { maxLength: 4 }), { maxLength: 5 }), (parts) => {
      const all = parts.flat()
      const isAmidMany = searchers.map((searcher) => {
        const own = all.filter((each) => each.searcher === searcher)
        const codes = new Set(own.flatMap(({ strangers }) => strangers))
        return codes.size + own.reduce((sum, { crowd }) => sum + crowd, 0) > 4
      })
      expect(told(parts).isAmidMany).toEqual(isAmidMany)
      expect(told(parts.toReversed())).toEqual(told(parts))
      expect(told([all.toReversed()])).toEqual(told(parts))
    }),
  )
})
