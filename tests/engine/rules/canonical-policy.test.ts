import { describe, expect, it } from 'vitest'
import { canonicalPolicy, policyHash, readPolicy } from '../../../engine/rules/canonical-policy.ts'
import { compileRules } from '../../../engine/rules/compile.ts'
import type { RuleSetInput } from '../../../engine/rules/language/written-form.ts'
import { sha256, sha256Hex } from '../support/sha256.ts'

const rules = [{ id: 'reference', match: [{ field: 'reference' }] }]
const tables = JSON.parse('{"customers":{"ACME LTD":"10023","7":"seven","__proto__":"x"}}')
const rates = [{ from: 'USD', to: 'EUR', date: '2026-03-02', rate: '0.9215' }]
const calendars = { ours: { weekend: ['sat', 'sun'] as const, holidays: ['2026-12-25'] } }

function compiled(input: RuleSetInput) {
  const result = compileRules(input)
  if (!result.ok) throw new Error(JSON.stringify(result.faults))
  return result.policy
}

const textOf = (referenceData: RuleSetInput['referenceData']) =>
  canonicalPolicy(compiled({ form: 'rules', rules, ...(referenceData && { referenceData }) }))

const rulesText = textOf(undefined)

describe('the canonical policy', () => {
  it('is the list of rules when there is nothing else, empty members included', () => {
    expect(rulesText).toMatch(/^\[\{"action":"match",/)
    expect(textOf({ tables: {}, rates: [], calendars: {} })).toBe(rulesText)
  })

  it('is an object when there is something else, without the members that are empty', () => {
    expect(textOf({ tables: { customers: { 'ACME LTD': '10023' } }, rates: [] })).toBe(
      `{"rules":${rulesText},"tables":{"customers":{"ACME LTD":"10023"}}}`,
    )
    expect(textOf({ calendars, rates, tables: { t: { b: '2', a: '1' } } })).toBe(
      `{"calendars":{"ours":{"holidays":["2026-12-25"],"weekend":["sat","sun"]}},` +
        `"rates":[{"date":"2026-03-02","from":"USD","rate":"0.9215","to":"EUR"}],` +
        `"rules":${rulesText},"tables":{"t":{"a":"1","b":"2"}}}`,
    )
  })

  it('has the signs of both sides where one is turned', () => {
    expect(textOf({ signs: { source: 'as-is' } })).toBe(rulesText)
    const signs = { target: 'turned' } as const
    const text = textOf({ signs })
    expect(text).toBe(`{"rules":${rulesText},"signs":{"source":"as-is","target":"turned"}}`)
    expect(canonicalPolicy(compiled(readPolicy(text)))).toBe(text)
  })

  it('is the same whatever order its tables were written in', () => {
    const pairs = [
      ['b', '2'],
      ['a', '1'],
    ] as const
    expect(textOf({ tables: { t: pairs, s: {} } })).toBe(textOf({ tables: { s: [], t: { a: '1', b: '2' } } }))
  })

  it('has the SHA-256 of its bytes as the policy hash', () => {
    const policy = compiled({ form: 'rules', rules, referenceData: { tables } })
    expect(policyHash(policy, sha256)).toBe(sha256Hex(Buffer.from(canonicalPolicy(policy), 'utf8')))
    expect(policyHash(policy, sha256)).not.toBe(policyHash(compiled({ form: 'rules', rules }), sha256))
  })

  it.each([
    ['rules alone', {}],
    ['tables', { tables }],
    ['everything', { tables, rates, calendars }],
  ])('is read back as what it says: %s', (_, referenceData) => {
    const policy = compiled({ form: 'rules', rules, referenceData })
    const again = compiled(readPolicy(canonicalPolicy(policy)))
    expect([again.rules, again.referenceData]).toEqual([policy.rules, policy.referenceData])
    expect(canonicalPolicy(again)).toBe(canonicalPolicy(policy))
  })

  it.each(['{}', '7', 'null', '"rules"', '{"rules":{}}', 'x', ''])('is not read from %s', (text) => {
    expect(() => readPolicy(text)).toThrow()
  })
})

describe('reference data without rules of its own', () => {
  it('is refused member by member, since the built-in policy refers to nothing', () => {
    const result = compileRules({ form: 'rules', rules: [], referenceData: { tables, rates, calendars: {} } })
    expect(result.ok ? [] : result.faults.map(({ pointer, code }) => [pointer, code])).toEqual([
      ['/tables', 'conflict'],
      ['/rates', 'conflict'],
    ])
  })
})
