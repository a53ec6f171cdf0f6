import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countEntries, halvesOf, type Item } from '../../../../engine/match/groups/subset-halves.ts'
import { leastSet, visitSets } from '../../../../engine/match/groups/subset-list.ts'
import { onlySolution, type Solution, smallestSets, usedNodes } from '../../../../engine/match/groups/subset-search.ts'
import type { Interval } from '../../../../engine/rules/criteria/intervals.ts'
import { checkLaw } from '../../support/law.ts'

const itemsOf = (units: readonly (number | bigint)[], rowCounts: readonly number[] = []): Item[] =>
  units.map((each, node) => ({ node, rowCount: rowCounts[node] ?? 1, units: BigInt(each) }))

/** Every count of every item, as text `node×count`. */
function allSets([first, ...others]: readonly Item[]): Item[][] {
  if (first === undefined) return [[]]
  const rest = allSets(others)
  return Array.from({ length: first.rowCount + 1 }, (_, count) =>
    rest.map((each) => [...Array.from({ length: count }, () => first), ...each]),
  ).flat()
}

function smallestNaively(items: readonly Item[], totals: readonly Interval[], sizeMax: number): string[] {
  const sums = allSets(items).filter((set) => {
    const sum = set.reduce((all, { units }) => all + units, 0n)
    return set.length >= 1 && set.length <= sizeMax && totals.some(({ from, to }) => sum >= from && sum <= to)
  })
  const least = Math.min(...sums.map(({ length }) => length))
  return sums
    .filter(({ length }) => length === least)
    .map((set) => set.map(({ node }) => node).join())
    .sort()
}

const textOf = (solution: Solution): string =>
  solution
    .flatMap(({ node, count }) => Array.from({ length: count }, () => node))
    .sort((a, b) => a - b)
    .join()

describe('the smallest sets that add up', () => {
  const large = 2n ** 60n
  const items = fc
    .array(
      fc.tuple(fc.integer({ min: -9, max: 9 }), fc.constantFrom(1, 1, 1, 2, 4), fc.constantFrom(1n, 1n, 1n, large)),
      {
        minLength: 1,
        maxLength: 7,
      },
    )
    .map((drawn) =>
      itemsOf(
        drawn.map(([units, , factor]) => BigInt(units) * factor),
        drawn.map(([, rowCount]) => rowCount),
      ),
    )
  const totals = fc.constantFrom<readonly Interval[]>(
    [{ from: 12, to: 12 }],
    [{ from: -3, to: -1 }],
    [
      { from: Number.NEGATIVE_INFINITY, to: -15 },
      { from: 11, to: 13 },
    ],
    [{ from: 5n * large - 4n, to: 5n * large + 4n }],
    [{ from: 20, to: Number.POSITIVE_INFINITY }],
  )

  it('have the records of those that trying all sets finds, and are only one where that finds one', () => {
    checkLaw(
      fc.property(items, totals, fc.constantFrom(1, 2, 3, 5, 8), (given, wanted, sizeMax) => {
        const expected = smallestNaively(given, wanted, sizeMax)
        const found = smallestSets([halvesOf(given, sizeMax)], wanted, sizeMax)
        if (found === undefined) {
          expect(expected).toEqual([])
          return
        }
        const only = onlySolution(found.splits)
        expect(only && textOf(only)).toBe(expected.length === 1 ? expected[0] : undefined)
        expect(usedNodes(found.splits)).toEqual(
          [...new Set(expected.flatMap((text) => text.split(',').map(Number)))].sort((a, b) => a - b),
        )
      }),
    )
  })

  it('come in the order of their rows, without those of rows that are closed', () => {
    checkLaw(
      fc.property(items, totals, fc.nat({ max: 6 }), (given, wanted, closed) => {
        const found = smallestSets([halvesOf(given, 4)], wanted, 4)
        if (found === undefined) return
        // The row at a position of a node is 10 · node + position. A set takes the first twins of a node.
        const rowsOf = (node: number): number[] =>
          Array.from({ length: given[node]?.rowCount ?? 0 }, (_, position) => 10 * node + position)
        const visited: number[][] = []
        visitSets(found, { rowsOf, rankOf: (row) => row, isOpen: (row) => row !== 10 * closed }, (rows) => {
          visited.push([...rows])
          return false
        })
        const expected = smallestNaively(given, wanted, 4)
          .map((text) => text.split(',').map(Number))
          .map((nodes) => nodes.map((node, index) => 10 * node + (index - nodes.indexOf(node))))
          .sort((a, b) => a.map((row, index) => row - (b[index] ?? 0)).find((order) => order !== 0) ?? 0)
        expect(visited).toEqual(expected.filter((rows) => !rows.includes(10 * closed)))
        expect(leastSet(found, { rowsOf, rankOf: (row) => row })).toEqual(expected[0])
      }),
    )
  })

  it('never mix pools', () => {
    const [euros, dollars] = [itemsOf([1, 4]), itemsOf([2, 4]).map((item) => ({ ...item, node: item.node + 2 }))]
    const search = (total: number) =>
      smallestSets([halvesOf(euros, 4), halvesOf(dollars, 4)], [{ from: total, to: total }], 4)
    expect(search(3)).toBeUndefined()
    expect(search(5)?.size).toBe(2)
    expect(usedNodes(search(4)?.splits ?? [])).toEqual([1, 3])
  })

  it('are told of 32 records without listing ten million sets', () => {
    const equal = itemsOf(Array.from({ length: 32 }, (_, index) => 1_000_000 + index))
    const found = smallestSets([halvesOf(equal, 8)], [{ from: 8_000_000, to: 8_000_300 }], 8)
    expect(found?.size).toBe(8)
    expect(usedNodes(found?.splits ?? [])).toHaveLength(32)
    expect(found && leastSet(found, { rowsOf: (node) => [node], rankOf: (row) => row })).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7,
    ])
  })
})

describe('the halves of a table', () => {
  it.each([
    [24, 6, 2 * 2_510],
    [24, 8, 2 * 3_797],
    [32, 8, 2 * 39_203],
  ])('of %i records in sets of up to %i have %i entries, as counted before', (rowCount, sizeMax, entries) => {
    const items = itemsOf(Array.from({ length: rowCount }, (_, index) => 3 ** Math.min(index, 20)))
    const { left, right } = halvesOf(items, sizeMax)
    const made = [...left.bySize, ...right.bySize].reduce((sum, { codes }) => sum + codes.length, 0)
    expect([made, countEntries(items, sizeMax)]).toEqual([entries, entries])
  })

  it('ascend, whatever the signs', () => {
    const { left, right } = halvesOf(itemsOf([5, -3, 8, -3, 1, 0, -7, 2], [2, 1, 3, 1, 1, 1, 2, 1]), 5)
    for (const { sums } of [...left.bySize, ...right.bySize])
      expect([...sums]).toEqual(sums.toSorted((a, b) => Number(a) - Number(b)))
  })
})
