import { describe, expect, it } from 'vitest'
import { appendDeletion, type DeletionFields, formatDeletion, parseDeletion } from '../../../engine/log/deletion.ts'
import { isDeletion, parseLogEntry } from '../../../engine/log/log-entry.ts'
import { appendReceipt, emptyLog } from '../../../engine/log/receipt.ts'
import { madeReceiptFields } from '../../support/receipt-fields.ts'
import { leafHashOf } from '../support/lines.ts'
import { naiveRoot } from '../support/naive-merkle.ts'
import { sha256 } from '../support/sha256.ts'

const tenant = '55'.repeat(32)
const fields: DeletionFields = {
  actor: 'key_1',
  completedAt: '2026-11-20T10:00:01.000Z',
  createdAt: '2026-11-20T10:00:00.000Z',
  id: 'run_0',
  root: '22'.repeat(32),
  tenant,
  what: 'run',
}
const first = appendReceipt(sha256, emptyLog(sha256), madeReceiptFields(0, tenant))
const { line, leafHash, log } = appendDeletion(sha256, first.log, fields)

describe('a deletion', () => {
  it('is one line of canonical JSON with its place in the log', () => {
    expect(line).toBe(
      `{"actor":"key_1","completedAt":"2026-11-20T10:00:01.000Z","createdAt":"2026-11-20T10:00:00.000Z","id":"run_0","kind":"tallystick/deletion@1","previous":"${first.leafHash}","root":"${'22'.repeat(32)}","sequence":1,"tenant":"${tenant}","what":"run"}`,
    )
  })

  it('is a leaf like a receipt, and the next receipt names it', () => {
    const leaves = [first.line, line].map((each) => Buffer.from(leafHashOf(each), 'hex'))
    expect(log).toMatchObject({ size: 2, root: naiveRoot(leaves).toString('hex'), previous: leafHash })
    const next = appendReceipt(sha256, log, madeReceiptFields(2, tenant))
    expect(JSON.parse(next.line)).toMatchObject({ sequence: 2, previous: leafHashOf(line) })
  })
})

describe('the line of a deletion', () => {
  const value = { ...fields, kind: 'tallystick/deletion@1', previous: first.leafHash, sequence: 1 } as const

  it.each([
    ['of a run', value],
    ['of a dataset', { ...value, what: 'dataset', id: 'dat_1' }],
    ['by nobody', { ...value, actor: null }],
    ['of a run without a result', { ...value, root: null }],
  ] as const)('reads back as what was written: %s', (_, each) => {
    expect(parseDeletion(formatDeletion(each))).toEqual({ ok: true, value: each })
    expect(parseLogEntry(formatDeletion(each))).toEqual({ ok: true, value: each })
  })

  it.each([
    ['a newline', `${line}\n`],
    ['a space', line.replace(':', ': ')],
    ['a member more', line.replace('{', '{"also":1,')],
    ['a member less', line.replace('"id":"run_0",', '')],
    ['a member twice', line.replace('"what"', '"what":"run","what"')],
    ['its members in another order', `{"what":"run",${line.slice(1).replace(',"what":"run"', '')}`],
    ['another version', line.replace('deletion@1', 'deletion@2')],
    ['the kind of a receipt', line.replace('deletion@1', 'receipt@2')],
    ['something else that is deleted', line.replace('"what":"run"', '"what":"tenant"')],
    [
      'a dataset without a root',
      line.replace(`"${'22'.repeat(32)}"`, 'null').replace('"what":"run"', '"what":"dataset"'),
    ],
    ['a root that is no hash', line.replace('22'.repeat(32), '22'.repeat(31))],
    ['a time without milliseconds', line.replace('01.000Z', '01Z')],
    ['a negative sequence', line.replace('"sequence":1', '"sequence":-1')],
    ['an actor that is a number', line.replace('"key_1"', '1')],
    ['an escape that need not be', line.replace('run_0', 'run\\u005f0')],
    ['no object', '[]'],
    ['no JSON', ''],
  ])('is refused with %s', (_, text) => {
    expect(parseDeletion(text)).toMatchObject({ ok: false })
    expect(parseLogEntry(text)).toMatchObject({ ok: false })
  })

  it('is told from that of a receipt, also of one whose run is named like a deletion', () => {
    const receipt = appendReceipt(sha256, emptyLog(sha256), {
      ...madeReceiptFields(0, tenant),
      run: '"kind":"tallystick/deletion@1"',
    })
    for (const [text, is] of [
      [line, true],
      [first.line, false],
      [receipt.line, false],
    ] as const) {
      const entry = parseLogEntry(text)
      expect(entry.ok && isDeletion(entry.value)).toBe(is)
      expect(entry.ok).toBe(true)
    }
  })
})
