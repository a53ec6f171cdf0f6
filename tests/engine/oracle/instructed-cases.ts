import fc from 'fast-check'
import type { OracleCase, OracleInstruction } from './oracle-case.ts'
import type { Both, Side } from './values.ts'

/** Any case, and decisions about its records: matches by hand, and records that are kept apart. */
export const instructed = (cases: fc.Arbitrary<OracleCase>): fc.Arbitrary<OracleCase> =>
  cases.chain((given) =>
    fc
      .array(instructionOf(given), { minLength: 1, maxLength: 4 })
      .map((all) => ({ ...given, instructions: all.filter(isOfRecords) })),
  )

type Ids = Both<readonly string[]>

function instructionOf(given: OracleCase): fc.Arbitrary<OracleInstruction> {
  const some = (side: Side, maxLength: number): fc.Arbitrary<readonly string[]> => {
    const ids = [...new Set(given[side].map(({ id }) => id))]
    return fc.subarray(ids, { maxLength: Math.min(maxLength, ids.length) })
  }
  const records = (maxLength: number) =>
    fc.record({ source: some('source', maxLength), target: some('target', maxLength) })
  const match = fc.record({
    match: records(2),
    residual: fc.constantFrom('open', 'open', 'accepted', 'accepted', 'fx') as fc.Arbitrary<'open' | 'accepted' | 'fx'>,
    side: fc.constantFrom<Side[]>('source', 'target'),
  })
  const pair = fc.record({ source: some('source', 2), target: some('target', 2) }).map(
    ({ source, target }): OracleInstruction => ({
      apart: [
        { source, target: [] },
        { source: [], target },
      ],
    }),
  )
  const ofOneSide = fc.constantFrom<Side[]>('source', 'target').chain((side) =>
    some(side, 3).map(
      ([first, ...others]): OracleInstruction => ({
        apart: [only(side, first === undefined ? [] : [first]), only(side, others)],
      }),
    ),
  )
  return fc.oneof({ weight: 2, arbitrary: match }, { weight: 4, arbitrary: pair }, { weight: 1, arbitrary: ofOneSide })
}

const only = (side: Side, ids: readonly string[]): Ids =>
  side === 'source' ? { source: ids, target: [] } : { source: [], target: ids }

const countIds = ({ source, target }: Ids): number => source.length + target.length

const isOfRecords = (each: OracleInstruction): boolean =>
  'match' in each ? countIds(each.match) > 1 : each.apart.every((half) => countIds(half) > 0)
