import { describe, expect, it } from 'vitest'
import { canonicalize } from '../../../../engine/base/canonical.ts'
import type { RuleInput } from '../../../../engine/rules/language/written-form.ts'
import { failuresOf, type SealedCase, seal, verifyStored } from '../../support/sealed.ts'

const eur = (id: string, amount: string, reference: string) => ({
  id,
  amount,
  currency: 'EUR',
  date: '2026-03-01',
  reference,
})
const rules: RuleInput[] = [
  { id: 'voids', side: 'source', match: [{ field: 'reference' }] },
  { id: 'parts', residual: 'open', match: [{ field: 'reference' }, { field: 'amount', tolerance: '100%' }] },
  { id: 'rest', match: [{ field: 'amount' }, { field: 'date' }] },
]
const given: SealedCase = {
  source: [eur('s1', '7', 'V'), eur('s2', '-7', 'V'), eur('s3', '100', 'I'), eur('s4', '3', 'X')],
  target: [eur('t1', '60', 'I'), eur('t2', '40', 'Y')],
  rules,
}

const replace = (part: string, by: string) => (lines: string[]) => {
  if (!lines.some((line) => line.includes(part))) throw new Error(`${part} is in no line`)
  return lines.map((line) => line.replace(part, by))
}
const drop = (part: string) => (lines: string[]) => lines.filter((line) => !line.includes(part))
const sortMembers = (line: string): string => canonicalize(JSON.parse(line))
const failuresWith = async (result: (lines: string[]) => string[]) =>
  failuresOf(await verifyStored(await seal({ ...given, forge: { result } })))

describe('a result with netted records and rests', () => {
  it('verifies', async () => {
    expect(failuresOf(await verifyStored(await seal(given)))).toEqual([])
  })

  it('verifies where two equal amounts that should cancel each other out leave both', async () => {
    const match = [{ field: 'reference' }, { field: 'amount', tolerance: '10', sign: 'opposite' as const }]
    const equal: SealedCase = {
      source: [eur('s1', '5', 'I')],
      target: [eur('t1', '5', 'I')],
      rules: [{ id: 'parts', residual: 'open', match }],
    }
    const stored = await seal(equal)
    expect(failuresOf(await verifyStored(stored))).toEqual([])
    expect(stored.result.map(({ text }) => text).join('')).toContain('"residual":{"amount":"10","id":"s1~1"')
  })

  it.each<[string, (lines: string[]) => string[], RegExp]>([
    [
      'leaves out a netted line',
      drop('"kind":"netted"'),
      /The source record of line 1 is in no match, break, exclusion or netted line/,
    ],
    [
      'nets a record of the other side',
      replace('"voids","side":"source"', '"voids","side":"target"'),
      /the target has no record s1/,
    ],
    [
      'nets on no side',
      replace('"voids","side":"source"', '"voids","side":"both"'),
      /its ids are not two ascending lists/,
    ],
    ['nets what it matches', replace('"records":["s1","s2"]', '"records":["s2","s3"]'), /s3 is in two lines/],
    [
      'nets before it breaks',
      (lines) => [...lines.slice(0, 3), ...lines.slice(3, -1).reverse(), ...lines.slice(-1)],
      /out of order/,
    ],
    ['books another figure', replace('"netted":"0"', '"netted":"1"'), /the totals are not/],
    ['leaves out a rest', replace('"residual":{"amount":"40","id":"s3~1","side":"source"},', ''), /has no record s3~1/],
    ['names a rest otherwise', replace('"id":"s3~1"', '"id":"s3~2"'), /is called s3~2, not s3~1/],
    ['leaves over another amount', replace('{"amount":"40","id"', '{"amount":"41","id"'), /the totals are not/],
    [
      'leaves a rest of the other side',
      replace('"id":"s3~1","side":"source"', '"id":"t1~1","side":"target"'),
      /has no record s3~1/,
    ],
    ['leaves over nothing', replace('{"amount":"40","id"', '{"amount":"0","id"'), /is no side, id and amount/],
  ])('that %s fails at its completeness', async (_, forge, reason) => {
    const [failure, ...others] = await failuresWith(forge)
    expect(failure).toMatch(/^completeness: /)
    expect(failure).toMatch(reason)
    expect(others).toEqual([])
  })

  it('fails where its amounts are not those of the dataset, although the totals agree', async () => {
    expect(
      (await failuresWith(replace('"differ":{"amount":["100","60"]}', '"differ":{"amount":["90","60"]}')))[0],
    ).toMatch(/its source amounts are not those of the dataset/)
  })
})

describe('a line that claims what its rule does not do', () => {
  const turnedRest = (lines: string[]) =>
    lines.map((line) =>
      line
        .replace('"target":["t2"]}', '"target":["t2"],"turned":true}')
        .replace('"accepted":{}', '"accepted":{"EUR":{"unlabelled":"-80"}}')
        .replace('"turned":{}', '"turned":{"EUR":"80"}'),
    )
  const netted = '"rule":"voids","side":"source"'
  const rest = '"target":["t2"]}'
  it.each<[string, (lines: string[]) => string[], RegExp]>([
    ['is turned', turnedRest, /its rule turns the sign of no amount/],
    ['is netted and turned', replace(netted, `${netted},"turned":true`), /its rule turns the sign of no amount/],
    ['has a label', replace(rest, '"target":["t2"],"variance":"fee"}'), /its variance is not that of its rule/],
    [
      'is converted',
      replace('"kind":"match","rule":"rest"', '"converted":{"currency":"EUR"},"kind":"match","rule":"rest"'),
      /its rule converts no amounts/,
    ],
  ])('%s: fails at its completeness', async (_, forge, reason) => {
    const [failure, ...others] = await failuresWith((lines) => forge(lines).map((line) => sortMembers(line)))
    expect(failure).toMatch(/^completeness: /)
    expect(failure).toMatch(reason)
    expect(others).toEqual([])
  })
})
