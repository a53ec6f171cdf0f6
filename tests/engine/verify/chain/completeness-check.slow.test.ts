import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { at } from '../../../../engine/base/at.ts'
import { canonicalize, type JsonValue } from '../../../../engine/base/canonical.ts'
import { engineVersion } from '../../../../engine/base/version.ts'
import { isJudged } from '../../../../engine/verify/chain/verdict.ts'
import { goldenCases } from '../../support/golden.ts'
import { caseCount } from '../../support/law.ts'
import { byOtherEngine, otherEngine } from '../../support/other-engine.ts'
import { type Forgery, failuresOf, type StoredRun, seal, verifyStored } from '../../support/sealed.ts'
import { sealedCase } from '../../support/sealed-case.ts'
import { smallCase } from '../../support/small-world.ts'
import { replaceAt } from '../../support/tamper.ts'

const failuresWith = async (forge: Forgery): Promise<string[]> =>
  failuresOf(await verifyStored(await seal({ ...sealedCase, forge })))

/** Changes the one line that holds `part`. */
const change =
  (part: string, edit: (line: string) => string) =>
  (lines: string[]): string[] => {
    if (lines.filter((line) => line.includes(part)).length !== 1) throw new Error(`${part} is not in one line`)
    return lines.map((line) => (line.includes(part) ? edit(line) : line))
  }
const replace = (part: string, by: string) => change(part, (line) => line.replace(part, by))
const drop = (part: string) => (lines: string[]) =>
  change(part, (line) => line)(lines).filter((line) => !line.includes(part))
const twice = (part: string) => (lines: string[]) =>
  lines.flatMap((line) => (line.includes(part) ? [line, line] : [line]))
const exchange = (first: number, second: number) => (lines: string[]) =>
  lines.with(first, at(lines, second)).with(second, at(lines, first))

describe('every reconciled run', () => {
  it.each(goldenCases.map(({ name }) => name))('verifies: %s', async (name) => {
    const given = goldenCases.find((each) => each.name === name)
    expect(given && failuresOf(await verifyStored(await seal(given)))).toEqual([])
  })

  it('verifies, drawn from the whole rule language', async () => {
    await fc.assert(
      fc.asyncProperty(smallCase(), fc.constantFrom('as-is', 'turned'), async (given, target) => {
        const sealed = await seal({ ...given, referenceData: { signs: { target } }, chunkBytesMax: 70_000 })
        expect(failuresOf(await verifyStored(sealed))).toEqual([])
      }),
      { numRuns: caseCount },
    )
  }, 120_000)
})

describe('a result that was sealed although it', () => {
  it.each<[string, (lines: string[]) => string[], RegExp]>([
    ['leaves out a match', drop('"source":["s1"]'), /the totals are not what the records add up to/],
    [
      'leaves out a break, and the amount in the totals',
      (lines) => replace('"open":"1.01"', '"open":"0"')(drop('"target":["😀"]')(lines)),
      /The target record of line \d+ is in no match, break, exclusion or netted line/,
    ],
    ['has a match twice', twice('"source":["s1"]'), /Line 3 of the result: it is out of order/],
    ['has its matches in another order', exchange(1, 2), /it is out of order/],
    ['has a break before the matches', exchange(1, 5), /it is out of order/],
    ['has a target break before those of the source', exchange(8, 9), /it is out of order/],
    [
      'matches a record that is not there',
      replace('"source":["s1"]', '"source":["s0"]'),
      /the source has no record s0/,
    ],
    [
      'matches a record of another line too',
      replace('"target":["t2"]', '"target":["t1"]'),
      /the target record t1 is in two lines/,
    ],
    ['has ids in another order', replace('["s5","s6"]', '["s6","s5"]'), /its ids are not two ascending lists/],
    ['has an id twice in a line', replace('["s5","s6"]', '["s5","s5"]'), /its ids are not two ascending lists/],
    ['has a match of one side', replace(',"source":["s1"]', ''), /a match has records of both sides/],
    ['has a break of no record', replace(',"source":["ﾮ"]', ''), /its ids are not two ascending lists/],
    ['has an empty list of ids', replace('"source":["ﾮ"]', '"source":[]'), /its ids are not two ascending lists/],
    ['books a difference elsewhere', replace('"variance":"rounding"', '"variance":"fee"'), /the totals are not/],
    [
      'has other totals',
      replace('"matched":"171.13"', '"matched":"171.1"'),
      /Line 13 of the result: the totals are not/,
    ],
    ['has no totals', (lines) => lines.slice(0, -1), /does not end with its totals/],
    ['goes on after its totals', (lines) => [...lines, at(lines, 10)], /it is out of order/],
    ['has its totals twice', (lines) => [...lines, at(lines, lines.length - 1)], /it is out of order/],
    ['has no header', (lines) => lines.slice(1), /the header does not come first/],
    ['has no lines', () => [], /does not end with its totals/],
    ['has its header twice', (lines) => [at(lines, 0), ...lines], /it is out of order/],
    ['counts other records', replace('"count":10,', '"count":9,'), /names another source/],
    ['is of another engine', replace(`"engine":"${engineVersion}"`, '"engine":"0"'), /names another engine/],
    ['is of another policy', replace('"policy":"', '"policy":"0'), /names another policy/],
    ['has a line of another kind', replace('"kind":"excluded"', '"kind":"dropped"'), /its kind is unknown/],
    [
      'has a confidence of its own',
      replace('"confidence":"high"', '"confidence":"sure"'),
      /its rule, confidence or reason is missing/,
    ],
    ['has a reason of its own', replace('"reason":"ambiguous"', '"reason":"lost"'), /its rule, confidence or reason/],
    ['has a match without rule', replace(',"rule":"cents"', ''), /its rule, confidence or reason/],
    [
      'has a line with a space',
      replace('"kind":"excluded"', '"kind": "excluded"'),
      /it is not a canonical JSON object/,
    ],
    [
      'has a line with members in another order',
      change('"kind":"excluded"', () => '{"rule":"opening","kind":"excluded","source":["s9"]}'),
      /it is not a canonical/,
    ],
    [
      'has a line that is no JSON',
      replace('"kind":"excluded"', '"kind":excluded'),
      /it is not a canonical JSON object/,
    ],
    [
      'has a line that is no object',
      change('"kind":"excluded"', () => '["excluded"]'),
      /it is not a canonical JSON object/,
    ],
    [
      'suggests a matched record',
      replace('"source":["s4"],"target":["t4"]}', '"source":["s1"],"target":["t4"]}'),
      /a suggested record is unknown or matched|flagged/,
    ],
    ['does not flag what it suggests', replace('"suggested":true,', ''), /a break is flagged as suggested/],
    [
      'flags what it does not suggest',
      replace('"source":["ﾮ"]', '"source":["ﾮ"],"suggested":true'),
      /a break is flagged as suggested/,
    ],
  ])('%s fails at its completeness', async (_, result, detail) => {
    const failures = await failuresWith({ result })
    expect(failures).toHaveLength(1)
    expect(failures[0]).toMatch(/^completeness: /)
    expect(failures[0]).toMatch(detail)
  })

  it('was made from other records fails at its completeness', async () => {
    const failures = await failuresWith({
      result: change('"kind":"tallystick/result@1"', (line) =>
        line.replace(/"root":"[0-9a-f]{64}"/, `"root":"${'0'.repeat(64)}"`),
      ),
    })
    expect(failures).toEqual(['completeness: The result’s header names another source than the one that is there.'])
  })
})

describe('a result of an engine that this program does not know', () => {
  it('is not judged, and does not fail', async () => {
    const { checks } = await verifyStored(await seal({ ...sealedCase, forge: byOtherEngine }))
    expect(checks.filter((check) => !check.passed || !isJudged(check)).map(({ name }) => name)).toEqual([
      'completeness',
    ])
    expect(checks.find(({ name }) => name === 'completeness')).toMatchObject({
      passed: true,
      detail: `Not judged: the result is of engine ${otherEngine}, which only a program of that version can check.`,
    })
  })
})

describe('a dataset that was sealed although it', () => {
  it.each<[string, (lines: string[]) => string[], RegExp]>([
    ['has an id twice', (lines) => [...lines, at(lines, 0)], /repeats the id s1/],
    ['has a record without id', replace('"id":"s1"', '"ID":"s1"'), /Line 1 of the source is not a canonical record/],
    ['has a line with a space', replace('"id":"s1"', '"id": "s1"'), /Line 1 of the source is not a canonical record/],
    ['has an amount that is a number', replace('"amount":"100"', '"amount":100'), /is not a canonical record/],
    ['has an amount that is none', replace('"amount":"100"', '"amount":"1e2"'), /is not a canonical record/],
    ['has a member twice', replace('"amount":"100"', '"amount":"100","amount":"100"'), /is not a canonical record/],
  ])('%s fails at its completeness', async (_, source, detail) => {
    const forged = await pinned(await seal({ ...sealedCase, forge: { source } }))
    const failures = failuresOf(await verifyStored(forged))
    expect(failures).toHaveLength(1)
    expect(failures[0]).toMatch(/^completeness: /)
    expect(failures[0]).toMatch(detail)
  })
})

/** With the control totals that a verifier adds up from the lines: whoever forges a dataset forges them, too. */
async function pinned(stored: StoredRun): Promise<StoredRun> {
  const { checks } = await verifyStored(stored)
  const source = checks.find(({ name }) => name === 'sourceRoot')
  if (source?.passed) return stored
  const totals: JsonValue = JSON.parse(source?.expected ?? '')
  return replaceAt(replaceAt(stored, ['run', 'source', 'totals'], totals), ['datasets', 'source', 'totals'], totals)
}

describe('the summary of a run', () => {
  it.each<[string, readonly string[], JsonValue]>([
    ['matchCount', ['matchCount'], 4],
    ['suggestionCount', ['suggestionCount'], 0],
    ['breakCount', ['breakCount'], 7],
    ['source', ['source', 'matched'], 5],
    ['target', ['target', 'open'], 4],
    ['confidence', ['confidence', 'exact'], 3],
    ['amounts', ['amounts', 'EUR', 'sourceOpen'], '11.00'],
    ['breaks', ['breaks', 'duplicate'], 1],
    ['ambiguous', ['ambiguous'], 0],
    ['matchRate', ['matchRate'], '0.5'],
    ['rules', ['rules', '1', 'matches'], 2],
    ['rules', ['rules', '3', 'leftSource'], 7],
    ['rules', ['rules', '0', 'id'], 'closing'],
    ['rules', ['rules'], []],
    ['more', ['more'], 1],
  ])('with another %s than the lines come to fails completeness', async (member, path, value) => {
    const stored = await seal(sealedCase)
    const failures = failuresOf(await verifyStored(replaceAt(stored, ['run', 'summary', ...path], value)))
    expect(failures).toEqual([`completeness: The run’s summary has another ${member} than the lines of its result.`])
  })

  it('with a member that every object inherits fails completeness', async () => {
    const stored = await seal(sealedCase)
    const summary = JSON.parse(JSON.stringify(stored.run.summary).replace('{', '{"__proto__":{},'))
    const failures = failuresOf(await verifyStored(replaceAt(stored, ['run', 'summary'], summary)))
    expect(failures).toEqual(['completeness: The run’s summary has another __proto__ than the lines of its result.'])
  })

  it.each<[string, JsonValue]>([
    ['missing', null],
    ['a lone surrogate', { matchCount: '\ud800' }],
    ['text', '{"matchCount":3'],
  ])('that is %s fails completeness', async (_, summary) => {
    const stored = await seal(sealedCase)
    const failures = failuresOf(await verifyStored(replaceAt(stored, ['run', 'summary'], summary)))
    expect(failures).toHaveLength(1)
    expect(failures[0]).toMatch(/^completeness: /)
  })

  it('may tell of more ties that were left to later rules than are still open, but not of fewer', async () => {
    const stored = await seal(sealedCase)
    const withTies = (count: number) =>
      replaceAt(
        replaceAt(stored, ['run', 'summary', 'rules', '5', 'ambiguous'], count),
        ['run', 'summary', 'ambiguous'],
        count,
      )
    expect(failuresOf(await verifyStored(withTies(2)))).toEqual([])
    expect(failuresOf(await verifyStored(withTies(0)))).toHaveLength(1)
  })

  it('counts a break of many lines once', async () => {
    const many = Array.from({ length: 600 }, (_, index) => index)
    const record = (id: string) => ({ id, amount: '1', currency: 'EUR', date: `2026-03-01` })
    const stored = await seal({
      source: many.map((index) => ({ ...record(`s${index}`), description: `d${index}` })),
      target: many.map((index) => ({ ...record(`t${index}`), description: `d${index + 1}` })),
      rules: [{ id: 'tie', match: [{ field: 'amount' }, { field: 'currency' }] }],
      chunkBytesMax: 70_000,
    })
    expect(stored.run.summary).toMatchObject({ breakCount: 1, ambiguous: 1 })
    expect(failuresOf(await verifyStored(stored))).toEqual([])
    expect(canonicalize(stored.run.summary)).toContain('"breaks":{"ambiguous":1}')
  })
})
