import { describe, expect, it } from 'vitest'
import { type ProblemCode, TallystickError } from '../../../functions/client/index.ts'
import { failureText, placeOf } from '../../../functions/console/app/failure-text.ts'
import { problems } from '../../../schema/problem-table.ts'

const codes = Object.keys(problems) as readonly ProblemCode[]

const failureOf = (code: ProblemCode) =>
  new TallystickError({
    kind: 'problem',
    code,
    problem: { type: '', title: 'Title', status: 422, detail: 'Detail.', instance: '/', code, requestId: 'req_1' },
  })

describe('a failure in the words of the page', () => {
  it.each(codes)('says what to do about %s', (code) => {
    expect(failureText(failureOf(code)).advice).toMatch(/^[A-Z].*\.$/)
  })

  it('says what to do about a problem of a service that is newer than the page', () => {
    const code: string = 'made_up_later'
    expect(failureText(failureOf(code as ProblemCode)).advice).toContain('Try again')
  })

  it.each([
    ['no answer', new TallystickError({ kind: 'unreachable', code: 'unreachable', cause: 'offline' })],
    [
      'an answer of something in between',
      new TallystickError({ kind: 'unexpected', code: 'unexpected_answer', status: 502, text: '' }),
    ],
    ['a fault of the page itself', new Error('No worker')],
  ])('says what to do about %s', (_, error) => {
    expect(failureText(error).advice).toMatch(/again/)
  })
})

describe('the place of a fault', () => {
  it.each([
    [{ line: 3, column: 'Betrag' }, 'line 3, column Betrag'],
    [{ file: 'a.csv', line: 3, field: 'amount' }, 'a.csv, line 3, amount'],
    [{ line: 3, column: 'date', field: 'date' }, 'line 3, column date'],
    [{ pointer: '/rules/0' }, '/rules/0'],
    [{}, ''],
  ])('%j is %s', (fault, text) => {
    expect(placeOf(fault)).toBe(text)
  })
})
