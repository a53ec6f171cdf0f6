import { expect, it } from 'vitest'
import { canonicalize } from '../../../engine/base/canonical.ts'
import { proposeRules } from '../../../engine/propose/propose-rules.ts'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { createTableBuilder } from '../../../engine/record/table-builder.ts'

/** Sides that few people have, and that a proposal has to get through. */

const tableOf = (records: readonly CanonicalRecord[]) => {
  const builder = createTableBuilder('all')
  for (const record of records) builder.addLines(`${canonicalize(record)}\n`)
  return builder.finish()
}

const proposalOf = (sideOf: (side: 's' | 't') => readonly CanonicalRecord[]) =>
  proposeRules({ source: tableOf(sideOf('s')), target: tableOf(sideOf('t')) })

const claimsOf = ({ explanations }: ReturnType<typeof proposeRules>): number =>
  explanations.filter(({ action }) => action === 'match').reduce((sum, { matches }) => sum + matches, 0)

it('gets through records that have no amount of one kind in common', () => {
  const fields = ['amount', 'net', 'gross']
  const proposal = proposalOf((side) =>
    Array.from({ length: 30 }, (_, place) => ({
      id: `${side}${place * 3}`,
      currency: 'EUR',
      date: '2026-03-02',
      reference: `INV-${1000 + (place >> 1)}`,
      [fields[place % 3] ?? '']: `${10 + place}`,
    })),
  )
  expect(proposal.rules).toEqual([])
})

it('learns from two periods that lie thousands of years apart', () => {
  const proposal = proposalOf((side) =>
    Array.from({ length: 4_400 }, (_, place) => ({
      id: `${side}${place * (side === 's' ? 3 : 7)}`,
      amount: `${100 + place}.25`,
      currency: 'EUR',
      date: `${place % 2 === 0 ? '1000' : '9000'}-03-${String(1 + (place % 28)).padStart(2, '0')}`,
      reference: `INV-2026-${String(100_000 + place)}`,
    })),
  )
  expect(claimsOf(proposal)).toBe(4_400)
})

it('matches 300 equal amounts of one day by their 300 references of seven digits', () => {
  const proposal = proposalOf((side) =>
    Array.from({ length: 300 }, (_, place) => ({
      id: `${side}${place * (side === 's' ? 3 : 7)}`,
      amount: '25',
      currency: 'EUR',
      date: '2026-03-02',
      reference: String(1_000_000 + ((place * 7_654_321) % 8_999_999)),
    })),
  )
  expect(claimsOf(proposal)).toBe(300)
})

it('matches names that are cut and abbreviated, so that none are equal', () => {
  const names = [
    'Granite',
    'Juniper',
    'Falcon',
    'Harbour',
    'Lindgren',
    'Okafor',
    'Tanaka',
    'Weber',
    'Moreau',
    'Bianchi',
  ]
  const trades = [
    'Logistics',
    'Chemicals',
    'Textiles',
    'Robotics',
    'Furniture',
    'Plumbing',
    'Analytics',
    'Bakery',
    'Optics',
  ]
  const proposal = proposalOf((side) =>
    Array.from({ length: 270 }, (_, place) => {
      const [name = '', trade = ''] = [names[place % names.length], trades[place % trades.length]]
      const record = {
        id: `${side}${place * (side === 's' ? 3 : 7)}`,
        amount: `${100 + 37 * place}.25`,
        currency: 'EUR',
      }
      const date = (later: number) => `2026-03-${String(1 + (place % 27) + later).padStart(2, '0')}`
      return side === 's'
        ? { ...record, date: date(0), counterparty: `${name} ${trade} Ltd` }
        : {
            ...record,
            date: date(1),
            description: `CARD PAYMENT ${name.slice(0, 5)} ${trade.slice(0, 4)}`.toUpperCase(),
          }
    }),
  )
  expect(claimsOf(proposal)).toBeGreaterThan(240)
})

it('matches differences of the usual sign, and none of the three with the other', () => {
  const differenceOf = (place: number): number =>
    place < 50 ? -1 - ((place * 37) % 100) : place < 53 ? 110 + place : 0
  const proposal = proposalOf((side) =>
    Array.from({ length: 300 }, (_, place) => ({
      id: `${side}${place * (side === 's' ? 3 : 7)}`,
      amount: ((10_000 + 37 * place + (side === 't' ? differenceOf(place) : 0)) / 100).toFixed(2),
      currency: 'EUR',
      date: '2026-03-02',
      reference: `INV-${1_000_000 + ((place * 7_654_321) % 8_999_999)}`,
    })),
  )
  expect(claimsOf(proposal)).toBe(297)
})

it('only suggests differences that one match in two hundred has, though a name is the same', () => {
  const proposal = proposalOf((side) =>
    Array.from({ length: 800 }, (_, place) => ({
      id: `${side}${place * (side === 's' ? 3 : 7)}`,
      amount: ((90_000 + 37 * place + (side === 't' && place < 4 ? 130 + 211 * place : 0)) / 100).toFixed(2),
      currency: 'EUR',
      date: '2026-03-02',
      reference: `INV-${1_000_000 + ((place * 7_654_321) % 8_999_999)}`,
      counterparty: `Customer ${1_000 + ((place * 7_919) % 8_999)}`,
    })),
  )
  expect(claimsOf(proposal)).toBe(796)
})

it('matches deposits of a day later by the accounts of which others add up on the day itself', () => {
  const deposits = Array.from({ length: 90 }, (_, place) => ({
    account: `OFFICE ${place % 30}`,
    day: 1 + 9 * Math.floor(place / 30),
    parts: [1_003 + 61 * place, 20_011 + 137 * place],
  }))
  const dayText = (day: number): string => `2026-03-${String(day).padStart(2, '0')}`
  const proposal = proposalOf((side) =>
    deposits.flatMap(({ account, day, parts }, place) => {
      const later = place % 2 === 1 ? 1 : 0
      const [amounts, date] =
        side === 's' ? [parts, dayText(day)] : [[parts.reduce((sum, part) => sum + part)], dayText(day + later)]
      return amounts.map((cents, part) => ({
        id: `${side}${(place * (side === 's' ? 7 : 11)) % 97}-${part}`,
        amount: (cents / 100).toFixed(2),
        currency: 'EUR',
        date,
        account,
      }))
    }),
  )
  expect(claimsOf(proposal)).toBe(90)
  expect(proposal.rules.some(({ select }) => select === 'subset')).toBe(true)
})
