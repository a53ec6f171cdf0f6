import { describe, expect, it } from 'vitest'
import { appendReceipt, emptyLog, parseReceipt } from '../../../engine/index.ts'
import { sha256 } from '../support/sha256.ts'

const fields = {
  completedAt: '2026-11-20T10:00:01.000Z',
  createdAt: '2026-11-20T10:00:00.000Z',
  engine: '1',
  leaves: 17,
  policy: '11'.repeat(32),
  replayOf: null,
  result: '22'.repeat(32),
  run: 'run_1',
  source: '33'.repeat(32),
  target: '44'.repeat(32),
  tenant: '55'.repeat(32),
}
const { line } = appendReceipt(sha256, emptyLog(sha256), fields)

describe('the line of a receipt', () => {
  it('reads back as what was written', () => {
    const value = { ...fields, kind: 'tallystick/receipt@1', previous: '0'.repeat(64), sequence: 0 }
    expect(parseReceipt(line)).toEqual({ ok: true, value })
    const replay = appendReceipt(sha256, emptyLog(sha256), { ...fields, replayOf: 'run_0' })
    expect(parseReceipt(replay.line)).toMatchObject({ ok: true, value: { replayOf: 'run_0' } })
  })

  it.each([
    ['a newline', `${line}\n`],
    ['a space', line.replace(':', ': ')],
    ['a member more', line.replace('{', '{"also":1,')],
    ['a member less', line.replace('"leaves":17,', '')],
    ['a member twice', line.replace('{', '{"completedAt":"2026-11-20T10:00:01.000Z",')],
    ['its members in another order', `{"tenant":"${fields.tenant}",${line.slice(1).replace(/,"tenant":"5+"/, '')}`],
    ['another kind', line.replace('receipt@1', 'receipt@2')],
    ['a time without milliseconds', line.replace('01.000Z', '01Z')],
    ['a time of another zone', line.replace('01.000Z', '01.000+00:00')],
    ['a hash in upper case', line.replace('11'.repeat(32), 'AA'.repeat(32))],
    ['a hash that is cut off', line.replace('11'.repeat(32), '11'.repeat(31))],
    ['a count that is text', line.replace('17', '"17"')],
    ['a count with a fraction', line.replace('17', '17.5')],
    ['a negative sequence', line.replace('"sequence":0', '"sequence":-1')],
    ['a second spelling of a number', line.replace('17', '17.0')],
    ['an escape that need not be', line.replace('run_1', 'run\\u005f1')],
    ['a lone surrogate', line.replace('run_1', '\\ud800')],
    ['no object', '[]'],
    ['no JSON', ''],
  ])('is refused with %s', (_, text) => {
    expect(parseReceipt(text)).toMatchObject({ ok: false })
  })
})
