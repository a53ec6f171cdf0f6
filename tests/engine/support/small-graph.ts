import fc from 'fast-check'
import type { SmallGraph } from './most-by-trying.ts'

/** What one node pair may be: no candidate, or one with a rank of one part. */
export type Cell = number | undefined

/** Every graph of these multiplicities whose node pairs are each one of `cells`. */
export function* allGraphs(
  supplies: readonly number[],
  demands: readonly number[],
  cells: readonly Cell[],
): Generator<SmallGraph> {
  const places = supplies.flatMap((_, source) => demands.map((__, target) => ({ source, target })))
  const total = cells.length ** places.length
  for (let number = 0; number < total; number++) {
    const edges = places.flatMap((place, index) => {
      const cell = cells[Math.floor(number / cells.length ** index) % cells.length]
      return cell === undefined ? [] : [{ ...place, rank: [cell] }]
    })
    yield { supplies, demands, edges }
  }
}

interface GraphOptions {
  readonly nodeCountMax: number
  readonly multiplicityMax: number
}

/** A random graph with rank tuples of up to four parts, small numbers or some beyond 2^53, ties among them. */
export const smallGraph = ({ nodeCountMax, multiplicityMax }: GraphOptions): fc.Arbitrary<SmallGraph> => {
  const nodes = fc.array(fc.integer({ min: 1, max: multiplicityMax }), { minLength: 1, maxLength: nodeCountMax })
  const unit = fc.constantFrom(1n, 1n, 1n, 2n ** 31n, 2n ** 54n, 10n ** 24n + 1n)
  return fc
    .record({
      supplies: nodes,
      demands: nodes,
      width: fc.integer({ min: 0, max: 4 }),
      unit,
      spread: fc.constantFrom(1, 2, 9),
    })
    .chain(({ supplies, demands, width, unit, spread }) => {
      const part = fc.integer({ min: 0, max: spread }).map((units) => (unit === 1n ? units : BigInt(units) * unit))
      const rank = fc.array(part, { minLength: width, maxLength: width })
      const places = supplies.flatMap((_, source) => demands.map((__, target) => ({ source, target })))
      return fc.record({
        supplies: fc.constant(supplies),
        demands: fc.constant(demands),
        edges: fc
          .tuple(
            ...places.map(({ source, target }) =>
              fc.option(fc.record({ source: fc.constant(source), target: fc.constant(target), rank }), {
                freq: 3,
                nil: undefined,
              }),
            ),
          )
          .map((edges) => edges.filter((edge) => edge !== undefined)),
      })
    })
}
