import { expect, it } from 'vitest'
import { at } from '../../../../engine/base/at.ts'
import { createMatchList } from '../../../../engine/match/state/match-list.ts'
import { createRunState } from '../../../../engine/match/state/open-run-state.ts'
import { policyOf, tableOf } from '../../support/reconcile-case.ts'

const policy = policyOf([{ match: [{ field: 'reference' }] }, { match: [{ field: 'currency' }] }])
const { rules } = createRunState(tableOf([], policy), tableOf([], policy), policy)
const [rule, other] = [at(rules, 0), at(rules, 1)]

it('gives pairs and groups in the order in which they were added, however many there are', () => {
  const list = createMatchList()
  const how = { rule, interchangeable: false, ambiguous: true }
  const rows = { source: [7, 8], target: [9] }
  const group = { rule: other, ...rows, nodes: rows, interchangeable: false, ambiguous: false }
  for (let row = 0; row < 100; row++) list.addPair({ how, source: row, target: row + 1 })
  list.add(group)
  list.addPair({ how, source: 200, target: 100 })
  const pairOf = (source: number, target: number) => ({ ...how, source: [source], target: [target] })
  const all = [...Array.from({ length: 100 }, (_, row) => pairOf(row, row + 1)), group, pairOf(200, 100)]
  expect([list.count(), [...list], list.from(99), list.at(100)]).toEqual([102, all, all.slice(99), group])
  expect([...list.filter((each) => each.rule === other)]).toEqual([group])
  expect([...list.filter((each) => each.rule === rule)]).toEqual(all.filter((match) => match !== group))
  expect(() => list.at(102)).toThrow(RangeError)
})
