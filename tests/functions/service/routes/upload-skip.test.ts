import { describe, expect, it } from 'vitest'
import type { Fault } from '../../../../schema/problem.ts'
import { createTestApp } from '../../../support/worker/client.ts'

const csv = { 'Content-Type': 'text/csv' }
const { newTenant } = createTestApp()

const statement =
  'Bank;;\nDatum;Text;Betrag\n01.03.2026;Miete;-500,00\n;im Voraus;\nDatum;Text;Betrag\n02.03.2026;Lohn;1.234,50\nSumme;;734,50\n'

const uploadPath = (mapping?: unknown): string => {
  const query = { name: 'March', adapter: 'bank:skip', currency: 'EUR' }
  const mapped = mapping === undefined ? query : { ...query, mapping: JSON.stringify(mapping) }
  return `/api/v1/datasets?${new URLSearchParams(mapped)}`
}

interface Answer {
  readonly recordCount?: number
  readonly totals?: object
  readonly warnings?: readonly object[]
  readonly code?: string
  readonly errors?: readonly Fault[]
}

async function upload(body: string, mapping?: unknown): Promise<{ status: number; answer: Answer }> {
  const { client } = await newTenant()
  const response = await client.post(uploadPath(mapping), body, csv)
  return { status: response.status, answer: await response.json() }
}

const offered = ({ errors = [] }: Answer): unknown => JSON.parse(/\{.*\}/.exec(errors.at(-1)?.detail ?? '')?.[0] ?? '')

describe('an upload with rows that are no records', () => {
  it('is refused with each kind of them, and passes with the mapping that the last fault offers', async () => {
    const { status, answer } = await upload(statement)
    expect(status).toBe(422)
    expect(answer.errors?.map(({ line, code }) => [line, code])).toEqual([
      [4, 'not_a_record'],
      [5, 'not_a_record'],
      [7, 'invalid_date'],
    ])
    const passed = await upload(statement, offered(answer))
    expect(passed).toMatchObject({ status: 201, answer: { recordCount: 2, totals: { EUR: '734.5' } } })
    expect(passed.answer.warnings).toEqual([{ code: 'skipped_entries', count: 3, firstLine: 4 }])
  })

  it.each([
    [{ column: 'Datum' }],
    [{ blank: true }],
    [{ column: 'Datum', blank: false }],
    [{ column: 'Datum', starts: ' ' }],
    [{ repeatedHeader: true, column: 'Datum' }],
    ['repeatedHeader'],
  ])('is refused with a condition such as %j', async (condition) => {
    const { status, answer } = await upload(statement, { skip: [condition] })
    expect(status).toBe(400)
    expect(answer.errors?.every(({ pointer }) => pointer?.startsWith('/mapping/skip/0'))).toBe(true)
  })

  it('has at most twenty conditions', async () => {
    const skip = Array.from({ length: 21 }, (_, index) => ({ starts: `x${index}` }))
    expect((await upload(statement, { skip })).status).toBe(400)
    expect((await upload(statement, { skip: skip.slice(1) })).answer.code).toBe('unreadable_record')
  })

  it('is refused without a header that is known, with its columns and a mapping that reads them', async () => {
    const text = 'Tag;Wieviel\n01.03.2026;-5,50\n02.03.2026;7,00\n'
    const { answer } = await upload(text)
    expect(answer.errors).toMatchObject([{ line: 1, code: 'header_not_found' }])
    expect(answer.errors?.[0]?.detail).toContain('\n  "Tag": "01.03.2026", "02.03.2026"\n')
    const { answer: turned } = await upload(text, { date: 'Tag', amount: { column: 'Wieviel', negate: true } })
    expect(turned).toMatchObject({ recordCount: 2, totals: { EUR: '-1.5' } })
    expect(await upload(text, { date: 'Tag', amount: 'Wiviel' })).toMatchObject({
      status: 422,
      answer: { errors: [{ column: 'Wiviel', code: 'unknown_column' }] },
    })
  })
})
