import { compileRules } from '@tallystick/engine/rules'
import { describe, expect, it } from 'vitest'
import { check } from '../../schema/problem.ts'
import { rulesSchema } from '../../schema/rule-set.ts'

const rules = rulesSchema(compileRules)

function details(given: unknown): string[] {
  const result = check(rules, given)
  return result.ok ? [] : result.faults.map(({ pointer, detail }) => `${pointer} ${detail}`)
}

const reference = { field: 'reference' }
const rule = { match: [reference] }

describe('an unknown member is reported with the nearest known name:', () => {
  it.each<[unknown, readonly string[]]>([
    [[{ match: [{ feild: 'amount' }] }], ['/0/match/0/feild There is no such member here; did you mean field?']],
    [[{ asign: 'most', match: [reference] }], ['/0/asign There is no such member here; did you mean assign?']],
    [[{ ...rule, SUM: {} }], ['/0/SUM There is no such member here; did you mean sum?']],
    [
      [{ ...rule, purpose: 1, wher: {} }],
      ['/0/purpose There is no such member here', '/0/wher There is no such member here; did you mean where?'],
    ],
    [[{ feild: 'amount', tolerance: 1 }], ['/0/feild There is no such member here; did you mean field?']],
    [
      [{ match: [{ field: 'amont' }] }],
      ['/0/match/0/field Got "amont", wanted a canonical field or attributes.<path>; did you mean amount?'],
    ],
  ])('%j', (given, wanted) => {
    expect(details(given)).toEqual(wanted)
  })
})

describe('what is wrong is said in plain words:', () => {
  const digits = '1'.repeat(38)
  const bounds = 'wanted a decimal of at most 18 significant digits, at most 12 of them after the point'
  it.each<[unknown, readonly string[]]>([
    [{}, [' Got an object, wanted a list']],
    [{ rules: [rule] }, [' Got an object with rules, wanted the list itself']],
    [rule, [' Got a single rule, wanted a list: put it between [ and ]']],
    [[7], ['/0 Got 7, wanted an object']],
    [[{ ...rule, name: [1] }], ['/0/name Got a list, wanted text']],
    [[{ ...rule, name: '' }], ['/0/name Got an empty text, wanted at least 1 character']],
    [[{ ...rule, enabled: 'yes' }], ['/0/enabled Got "yes", wanted true or false']],
    [[{ match: [] }], ['/0/match Got an empty list, wanted at least 1 element']],
    [[{ match: {} }], ['/0/match Got an object, wanted a list']],
    [[{ ...rule, assign: 'fewest' }], ['/0/assign Got "fewest", wanted "closest" or "most"']],
    [[{ ...rule, confidence: 1 }], ['/0/confidence Got 1, wanted "exact", "high", "medium" or "low"']],
    [
      [{ match: [{ field: 'date', days: { before: 1.5 } }] }],
      ['/0/match/0/days/before Got 1.5, wanted a whole number', '/0/match/0/days/after Missing, wanted a number'],
    ],
    [
      [{ match: [{ field: 'amount', tolerance: { from: 1 } }] }],
      ['/0/match/0/tolerance/to Missing, wanted a decimal, or a percentage such as "-1.5%"'],
    ],
    [
      [{ match: [{ field: 'reference', normalize: [{ extract: 'INV-###', take: 'third' }] }] }],
      ['/0/match/0/normalize/0/take Got "third", wanted "first", "last", "all" or a number from 1 to 1,000'],
    ],
    [[{ ...rule, cardinality: '1:n' }], ['/0 A rule of 1:n wants sum; {} is the amounts of both sides']],
    [[{ match: [{ field: 'amount', tolerance: digits }] }], [`/0/match/0/tolerance Got "${digits}", ${bounds}`]],
    [
      [{ match: [reference], sum: { source: [{ fixed: digits }] } }],
      [`/0/sum/source/0/fixed Got "${digits}", ${bounds}`],
    ],
    [
      [{ match: [{ field: 'amount', tolerance: '0.0000000000001' }] }],
      [`/0/match/0/tolerance Got "0.0000000000001", ${bounds}`],
    ],
    [
      [{ ...rule, where: { source: [{ field: 'amount', op: 'gt', value: digits }] } }],
      [`/0/where/source/0/value Got "${digits}", ${bounds}`],
    ],
  ])('%j', (given, wanted) => {
    expect(details(given)).toEqual(wanted)
  })
})
