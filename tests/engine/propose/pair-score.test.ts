import { expect, it } from 'vitest'
import type { TruthGroup } from './pairs/generated-pair.ts'
import { scoreOf } from './pairs/score.ts'

const claim = (source: string, target: string) => ({ rule: 'r', source: source.split(' '), target: target.split(' ') })
const group = (source: string, target: string, kind?: TruthGroup['kind']): TruthGroup => ({
  source: source.split(' '),
  target: target.split(' '),
  ...(kind === undefined ? {} : { kind }),
})

it('counts pairs of groups', () => {
  const truth = [group('a', 'x'), group('b c', 'y')]
  expect(scoreOf(truth, [claim('a', 'x'), claim('b c', 'y')])).toMatchObject({
    precision: 1,
    recall: 1,
    f1: 1,
    wrongShare: 0,
  })
  expect(scoreOf(truth, [claim('b', 'y')])).toMatchObject({ precision: 1, recall: 1 / 3, f1: 0.5, wrongShare: 0 })
})

it('calls a claim wrong that holds one pair too many', () => {
  const truth = [group('a', 'x'), group('b', 'y')]
  const score = scoreOf(truth, [claim('a', 'x'), claim('b c', 'y')])
  expect(score).toMatchObject({ precision: 2 / 3, recall: 1, wrongShare: 0.5, wrong: [claim('b c', 'y')] })
  expect(scoreOf(truth, [claim('a', 'y'), claim('b', 'x')])).toMatchObject({
    precision: 0,
    recall: 0,
    f1: 0,
    wrongShare: 1,
  })
})

it('takes any pairing of twins', () => {
  const truth = [group('a b', 'x y', 'any-pairing')]
  for (const claims of [[claim('a', 'y'), claim('b', 'x')], [claim('a b', 'x y')]])
    expect(scoreOf(truth, claims)).toMatchObject({ precision: 1, recall: 1, wrongShare: 0 })
  expect(scoreOf(truth, [claim('a', 'y')])).toMatchObject({ recall: 0.5 })
})

it('counts neither way what is not asked', () => {
  const truth = [group('a', 'x'), group('b', 'y', 'unasked')]
  for (const claims of [[claim('a', 'x')], [claim('a', 'x'), claim('b', 'y')]])
    expect(scoreOf(truth, claims)).toMatchObject({ precision: 1, recall: 1, wrongShare: 0 })
})

it('finds nothing wrong where nothing is claimed', () => {
  expect(scoreOf([], [])).toMatchObject({ precision: 1, recall: 1, f1: 1, wrongShare: 0 })
  expect(scoreOf([], [claim('a', 'x')])).toMatchObject({ precision: 0, f1: 0, wrongShare: 1 })
})
