import { describe, expect, it } from 'vitest'
import { isDeletion, isOfPeriod, isReceipt, parseLogEntry } from '../../../engine/log/log-entry.ts'
import {
  appendPeriodEntry,
  type DecisionsFields,
  parseDecisionsEntry,
  parseSignoffEntry,
  type SignoffFields,
} from '../../../engine/log/period-entries.ts'
import { appendReceipt, emptyLog } from '../../../engine/log/receipt.ts'
import { madeReceiptFields } from '../../support/receipt-fields.ts'
import { leafHashOf } from '../support/lines.ts'
import { sha256 } from '../support/sha256.ts'

const tenant = '55'.repeat(32)
const root = '22'.repeat(32)
const common = {
  actor: 'mbr_1',
  completedAt: '2026-11-20T10:00:01.000Z',
  createdAt: '2026-11-20T10:00:00.000Z',
  id: 'act_1',
  period: 'prd_1',
  revision: 3,
  tenant,
}
const decisions: DecisionsFields = { ...common, kind: 'tallystick/decisions@1', count: 2, root }
const signoff: SignoffFields = {
  ...{ ...common, kind: 'tallystick/signoff@1', act: 'approve', edition: 1, name: '2026-03', reason: null },
  ...{ balances: root, decisions: root, follows: root, instructions: root, items: root, opening: root, proof: root },
  ...{ receipt: root, root, policy: 1, settings: 2 },
  submittedBy: { id: 'mbr_2', name: 'Petra' },
  approvedBy: { id: 'mbr_1', name: '"kind":"tallystick/deletion@1"' },
}
const first = appendReceipt(sha256, emptyLog(sha256), madeReceiptFields(0, tenant))
const batch = appendPeriodEntry(sha256, first.log, decisions)
const signed = appendPeriodEntry(sha256, batch.log, signoff)

describe('an entry about a period', () => {
  it('is a canonical line with its place in the log, which the next entry names', () => {
    expect(batch.line).toBe(
      `{"actor":"mbr_1","completedAt":"2026-11-20T10:00:01.000Z","count":2,"createdAt":"2026-11-20T10:00:00.000Z","id":"act_1","kind":"tallystick/decisions@1","period":"prd_1","previous":"${first.leafHash}","revision":3,"root":"${root}","sequence":1,"tenant":"${tenant}"}`,
    )
    expect(JSON.parse(signed.line)).toMatchObject({ previous: leafHashOf(batch.line), sequence: 2 })
  })

  it('reads back as what was written, whatever a name says', () => {
    const placed = { ...signoff, previous: batch.leafHash, sequence: 2 }
    expect(parseLogEntry(signed.line)).toEqual({ ok: true, value: placed })
    const kinds = [first, batch, signed].map(({ line }) => {
      const entry = parseLogEntry(line)
      if (!entry.ok) throw new Error(entry.detail)
      return [isReceipt(entry.value), isOfPeriod(entry.value), isDeletion(entry.value)]
    })
    expect(kinds).toEqual([
      [true, false, false],
      [false, true, false],
      [false, true, false],
    ])
  })

  it.each([
    ['a space', batch.line.replace(':', ': ')],
    ['a member more', batch.line.replace('{', '{"also":1,')],
    ['another version', batch.line.replace('decisions@1', 'decisions@2')],
    ['no count', batch.line.replace('"count":2,', '')],
    ['a root that is none', batch.line.replace(root, 'x')],
  ])('of decisions is refused with %s', (_, line) => {
    expect(parseDecisionsEntry(line).ok).toBe(false)
  })

  it.each([
    ['another act', signed.line.replace('"act":"approve"', '"act":"sign"')],
    ['nobody who submitted', signed.line.replace('"submittedBy":{"id":"mbr_2","name":"Petra"}', '"submittedBy":null')],
    ['a member more of a signer', signed.line.replace('"name":"Petra"', '"name":"Petra","role":"x"')],
    ['a text as an edition', signed.line.replace('"edition":1', '"edition":"1"')],
  ])('of a step is refused with %s', (_, line) => {
    expect(line).not.toBe(signed.line)
    expect(parseSignoffEntry(line).ok).toBe(false)
  })
})
