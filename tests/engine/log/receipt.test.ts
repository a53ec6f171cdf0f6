import { describe, expect, it } from 'vitest'
import { at } from '../../../engine/base/at.ts'
import {
  appendReceipt,
  emptyLog,
  formatReceipt,
  parseReceipt,
  type ReceiptFields,
  type SealedReceipt,
} from '../../../engine/log/receipt.ts'
import { leafHashOf } from '../support/lines.ts'
import { naiveRoot, provesConsistency, provesInclusion } from '../support/naive-merkle.ts'
import { sha256 } from '../support/sha256.ts'

const receivedFile = {
  bytes: 480,
  encoding: 'utf-8',
  format: 'csv',
  intake: '1',
  mapping: '77'.repeat(32),
  sha256: '88'.repeat(32),
}

const fieldsOf = (index: number): ReceiptFields => ({
  actor: 'key_1',
  build: '66'.repeat(32),
  completedAt: '2026-11-20T10:00:01.000Z',
  createdAt: '2026-11-20T10:00:00.000Z',
  engine: '1',
  leaves: 17 + index,
  policy: '11'.repeat(32),
  received: { source: receivedFile, target: null },
  replayOf: null,
  result: '22'.repeat(32),
  run: `run_${index}`,
  source: '33'.repeat(32),
  target: '44'.repeat(32),
  tenant: '55'.repeat(32),
})

function logOf(size: number): SealedReceipt[] {
  const receipts: SealedReceipt[] = []
  let log = emptyLog(sha256)
  for (let index = 0; index < size; index++) {
    const receipt = appendReceipt(sha256, log, fieldsOf(index))
    receipts.push(receipt)
    log = receipt.log
  }
  return receipts
}

const receipts = logOf(64)
const rootAt = (size: number): Buffer =>
  naiveRoot(receipts.slice(0, size).map(({ line }) => Buffer.from(leafHashOf(line), 'hex')))
const buffers = (hashes: readonly string[]): Buffer[] => hashes.map((hash) => Buffer.from(hash, 'hex'))

describe('a receipt', () => {
  it('is one line of canonical JSON with its place in the log', () => {
    expect(receipts[0]?.line).toBe(
      `{"actor":"key_1","build":"${'66'.repeat(32)}","completedAt":"2026-11-20T10:00:01.000Z","createdAt":"2026-11-20T10:00:00.000Z","engine":"1","kind":"tallystick/receipt@2","leaves":17,"policy":"${'11'.repeat(32)}","previous":"${'0'.repeat(64)}","received":{"source":{"bytes":480,"encoding":"utf-8","format":"csv","intake":"1","mapping":"${'77'.repeat(32)}","sha256":"${'88'.repeat(32)}"},"target":null},"replayOf":null,"result":"${'22'.repeat(32)}","run":"run_0","sequence":0,"source":"${'33'.repeat(32)}","target":"${'44'.repeat(32)}","tenant":"${'55'.repeat(32)}"}`,
    )
  })

  it('names the leaf hash of the receipt before it', () => {
    let previous = '0'.repeat(64)
    for (const [sequence, { line, leafHash }] of receipts.entries()) {
      expect(JSON.parse(line)).toMatchObject({ sequence, previous })
      previous = leafHash
    }
  })

  it('has the leaf hash of its line', () => {
    for (const { line, leafHash } of receipts) expect(leafHash).toBe(leafHashOf(line))
  })
})

const { line } = appendReceipt(sha256, emptyLog(sha256), fieldsOf(0))

describe('the line of a receipt', () => {
  it('reads back as what was written', () => {
    const value = { ...fieldsOf(0), kind: 'tallystick/receipt@2', previous: '0'.repeat(64), sequence: 0 } as const
    expect(parseReceipt(line)).toEqual({ ok: true, value })
    expect(formatReceipt(value)).toBe(line)
    const replay = appendReceipt(sha256, emptyLog(sha256), { ...fieldsOf(0), replayOf: 'run_9' })
    expect(parseReceipt(replay.line)).toMatchObject({ ok: true, value: { replayOf: 'run_9' } })
  })

  it('of a period names the period and the root of its instructions, under a version of its own', () => {
    const fields = { ...fieldsOf(0), period: 'prd_1', instructions: 'ab'.repeat(32) }
    const { line: own } = appendReceipt(sha256, emptyLog(sha256), fields)
    expect(parseReceipt(own)).toMatchObject({ ok: true, value: { ...fields, kind: 'tallystick/receipt@3' } })
    for (const wrong of [own.replace('receipt@3', 'receipt@2'), line.replace('receipt@2', 'receipt@3')])
      expect(parseReceipt(wrong)).toEqual({ ok: false, detail: 'Got a receipt whose kind does not fit its members' })
  })

  it.each([1, 4])('of another version is refused, and says what reads it: %i', (version) => {
    expect(parseReceipt(line.replace('receipt@2', `receipt@${version}`))).toEqual({
      ok: false,
      detail: `Got tallystick/receipt@${version}, wanted tallystick/receipt@2: the program that wrote it reads it`,
    })
  })

  it('may name no key, no encoding and no mapping', () => {
    const without = {
      ...fieldsOf(0),
      actor: null,
      received: { source: null, target: { ...receivedFile, encoding: null, mapping: null } },
    }
    expect(parseReceipt(appendReceipt(sha256, emptyLog(sha256), without).line)).toMatchObject({
      ok: true,
      value: without,
    })
  })

  it.each([
    ['a newline', `${line}\n`],
    ['a space', line.replace(':', ': ')],
    ['a member more', line.replace('{', '{"also":1,')],
    ['a member less', line.replace('"leaves":17,', '')],
    ['a member twice', line.replace('{', '{"completedAt":"2026-11-20T10:00:01.000Z",')],
    [
      'its members in another order',
      `{"tenant":"${fieldsOf(0).tenant}",${line.slice(1).replace(/,"tenant":"5+"/, '')}`,
    ],
    ['another kind', line.replace('receipt@2', 'deletion@2')],
    ['a received file with a member more', line.replace('{"bytes":', '{"also":1,"bytes":')],
    ['a received file with a member less', line.replace('"bytes":480,', '')],
    ['one side received', line.replace(',"target":null},', '},')],
    ['a build that is no hash', line.replace('66'.repeat(32), '66'.repeat(31))],
    ['a time without milliseconds', line.replace('01.000Z', '01Z')],
    ['a time of another zone', line.replace('01.000Z', '01.000+00:00')],
    ['a hash in upper case', line.replace('11'.repeat(32), 'AA'.repeat(32))],
    ['a hash that is cut off', line.replace('11'.repeat(32), '11'.repeat(31))],
    ['a count that is text', line.replace('17', '"17"')],
    ['a count with a fraction', line.replace('17', '17.5')],
    ['a negative sequence', line.replace('"sequence":0', '"sequence":-1')],
    ['a second spelling of a number', line.replace('17', '17.0')],
    ['an escape that need not be', line.replace('run_0', 'run\\u005f0')],
    ['a lone surrogate', line.replace('run_0', '\\ud800')],
    ['no object', '[]'],
    ['no JSON', ''],
  ])('is refused with %s', (_, text) => {
    expect(parseReceipt(text)).toMatchObject({ ok: false })
  })
})

describe('the log after each of 64 receipts', () => {
  it('has the RFC 6962 root of its lines and goes on from its last receipt', () => {
    for (const [index, { log, leafHash }] of receipts.entries()) {
      expect(log).toMatchObject({ size: index + 1, root: rootAt(index + 1).toString('hex'), previous: leafHash })
    }
  })

  it('has a proof that the receipt is in it', () => {
    for (const [index, receipt] of receipts.entries()) {
      const claim = {
        leafIndex: index,
        treeSize: index + 1,
        leaf: Buffer.from(receipt.leafHash, 'hex'),
        root: rootAt(index + 1),
        proof: buffers(receipt.inclusion),
      }
      expect(provesInclusion(claim)).toBe(true)
    }
  })

  it('has a proof that it holds the log before', () => {
    for (const [index, receipt] of receipts.entries()) {
      const claim = {
        first: index,
        second: index + 1,
        firstRoot: rootAt(index),
        secondRoot: rootAt(index + 1),
        proof: buffers(receipt.consistency),
      }
      expect(provesConsistency(claim)).toBe(true)
    }
  })

  it('proves nothing about a log whose earlier receipt was changed', () => {
    const forged = naiveRoot(
      [...receipts.slice(0, 20)].map(({ line }, index) =>
        Buffer.from(leafHashOf(index === 3 ? `${line} ` : line), 'hex'),
      ),
    )
    const claim = {
      first: 20,
      second: 21,
      firstRoot: forged,
      secondRoot: rootAt(21),
      proof: buffers(at(receipts, 20).consistency),
    }
    expect(provesConsistency(claim)).toBe(false)
  })
})

it('begins as the empty tree', () => {
  expect(emptyLog(sha256)).toEqual({ size: 0, frontier: [], root: rootAt(0).toString('hex'), previous: '0'.repeat(64) })
})
