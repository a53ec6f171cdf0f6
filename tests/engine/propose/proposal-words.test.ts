import { describe, expect, it } from 'vitest'
import { proposeRules } from '../../../engine/propose/propose-rules.ts'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { Table } from '../../../engine/record/table.ts'
import { createTableBuilder } from '../../../engine/record/table-builder.ts'

function tableOf(records: readonly CanonicalRecord[]): Table {
  const builder = createTableBuilder('all')
  builder.addLines(records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  return builder.finish()
}

const places = Array.from({ length: 12 }, (_, index) => index)

const dateOf = (day: number): string => new Date(Date.UTC(2026, 2, 1 + day)).toISOString().slice(0, 10)

/** Records with the attributes that `attributesOf` says, from a day in March 2026 on. */
const side = (name: string, firstDay: number, attributesOf: (place: number) => Record<string, string>): Table =>
  tableOf(
    places.map((place) => ({
      id: name === 's' ? `s${place + 100}` : `t${((5 * place + 1) % 12) + 100}`,
      date: dateOf(firstDay + place),
      amount: `${100 + 37 * place}.5`,
      currency: 'EUR',
      attributes: attributesOf(place),
    })),
  )

describe('the words of a proposal', () => {
  const proposal = proposeRules({
    source: side('s', 0, (place) => ({ Pièce: `FAC-${2600 + place}` })),
    target: side('t', 1, (place) => ({ Pièce: place === 11 ? 'FAC-1' : `FAC-${2600 + place}` })),
  })

  it('name a rule by its field, without accents', () => {
    expect(proposal.rules[0]?.id).toBe('piece')
  })

  it('say which side is later, and one day as one', () => {
    expect(proposal.explanations[0]).toMatchObject({
      sentence: 'Same Pièce (as written) and equal amounts.',
      figures: expect.arrayContaining(['11 of 11 (100 %) of these have the target 1 day later']),
    })
  })

  it('say of one record what they say of several', () => {
    const { reasons } = proposeRules({
      source: side('s', 0, (place) => ({ Pièce: `FAC-${2600 + place}` })),
      target: tableOf([...places].slice(1).map((place) => recordOf(place))),
    }).left
    expect(reasons).toEqual(['1 source record has no counterpart under any of these rules.'])
  })

  it('read an identifier in a text by its shape, not by all digits beside it', () => {
    const { explanations } = proposeRules({
      source: side('s', 0, (place) => ({ Text: `Transfer no. INV-${2600 + 7 * place}` })),
      target: side('t', 0, (place) => ({ Number: `INV-${2600 + 7 * place}` })),
    })
    expect(explanations[0]?.sentence).toContain('the part of the form INV-####')
  })

  it('read all digits where no shape has as many', () => {
    const codeOf = (place: number): string => `R-${'1'.repeat(1 + (place % 4))}/${place * 3 + 5}`
    const { explanations } = proposeRules({
      source: side('s', 0, (place) => ({ Text: `Transfer ${codeOf(place)}` })),
      target: side('t', 0, (place) => ({ Number: codeOf(place) })),
    })
    expect(explanations.reduce((sum, { matches }) => sum + matches, 0)).toBe(12)
  })

  it('call a cent that is always missing rounding, not a fee', () => {
    const references = (place: number) => ({ No: `R${900 + 7 * place}` })
    const short = tableOf(
      [...places].map((place) => ({
        ...recordOf(place),
        amount: `${100 + 37 * place}.49`,
        attributes: references(place),
      })),
    )
    const { rules } = proposeRules({ source: side('s', 0, references), target: short })
    expect(rules[0]).toMatchObject({ id: 'no-cents', variance: 'rounding' })
  })

  it('name a rule whose field has no Latin letter', () => {
    const [owners, trades] = [
      ['山田', '鈴木', '佐藤', '田中', '高橋', '渡辺', '伊藤', '中村'],
      ['商事東京支店', '建設大阪支社', '電機横浜工場', '食品札幌本店', '運輸福岡営業所', '書店京都本店', '印刷所'],
    ]
    const nameOf = (place: number): string => `${owners[place % 8]}${trades[place % 7]}`
    const withSlip = (name: string): string => `${name.slice(0, 4)}御${name.slice(4)}`
    const recordsOf = (id: string, nameAt: (place: number) => string): Table =>
      tableOf(
        Array.from({ length: 56 }, (_, place) => ({
          ...recordOf(place),
          id: `${id}${place * (id === 's' ? 3 : 7) + 1}`,
          attributes: { 取引先: nameAt(place) },
        })),
      )
    const { rules } = proposeRules({
      source: recordsOf('s', nameOf),
      target: recordsOf('t', (place) => (place < 12 ? nameOf(place) : withSlip(nameOf(place)))),
    })
    expect(rules.map(({ id }) => id)).toEqual(['key', 'text-alike'])
  })
})

const recordOf = (place: number): CanonicalRecord => ({
  id: `u${place * place + 7}`,
  date: dateOf(place),
  amount: `${100 + 37 * place}.5`,
  currency: 'EUR',
  attributes: { Pièce: `FAC-${2600 + place}` },
})
