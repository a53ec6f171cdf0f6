import { describe, expect, it } from 'vitest'
import { toBase64 } from '../../../engine/base/base64.ts'
import { isInPeriod, openKeyPeriods, signKeyPeriod } from '../../../engine/log/key-period.ts'
import { formatKeyPeriods, parseKeyPeriods } from '../../../engine/verify/pack/pack-files.ts'
import { signerOf, verifySignature } from '../support/ed25519.ts'
import { periodsOf } from '../support/key-periods.ts'
import { readOf } from '../support/read-of.ts'
import { sha256 } from '../support/sha256.ts'

/** Since when and until when the keys of a service sign its logs, signed by each key and the key before. */

const open = (notes: readonly string[]) => openKeyPeriods({ sha256, verify: verifySignature }, notes)
const keyOf = (seed: number): string => toBase64(signerOf(seed).publicKey)
const [one, two, three] = [keyOf(1), keyOf(2), keyOf(3)]
const notes = await periodsOf(
  [signerOf(1), '2026-01-01'],
  [signerOf(2), '2026-02-01', '2026-02-02'],
  [signerOf(3), '2026-03-01'],
)
const [first = '', second = '', third = ''] = notes
const twice = await periodsOf([signerOf(1), '2026-01-01'], [signerOf(1), '2026-02-01', '2026-02-02'])
const linesOf = (note: string): readonly string[] => note.split('\n')

describe('the periods of keys', () => {
  it('are read from their notes, oldest first', async () => {
    expect(readOf(await open(notes))).toEqual([
      { key: one, from: '2026-01-01T00:00:00.000Z', before: null },
      { key: two, from: '2026-02-01T00:00:00.000Z', before: { key: one, until: '2026-02-02T00:00:00.000Z' } },
      { key: three, from: '2026-03-01T00:00:00.000Z', before: null },
    ])
  })

  it('are written as a text that can be read line by line', () => {
    expect(linesOf(second).slice(0, 5)).toEqual([
      'log.example.com/keys',
      'tallystick/key-period@1',
      `key ${two} from 2026-02-01T00:00:00.000Z`,
      `before ${one} until 2026-02-02T00:00:00.000Z`,
      '',
    ])
    expect(linesOf(first)[3]).toBe('before none')
  })

  it('may come again, after a deployment that was taken back', async () => {
    const again = await periodsOf([signerOf(1), '2026-04-01'])
    expect(await open([...notes, ...again])).toMatchObject({ ok: true })
  })

  it.each([
    ['without the signature of the key before', [first, linesOf(second).toSpliced(6, 1).join('\n')]],
    ['without the signature of its key', [first, linesOf(second).toSpliced(5, 1).join('\n')]],
    ['with another time', [first.replace('2026-01-01', '2026-01-02')]],
    ['without that of the key before', [second]],
    ['behind that of another key', [first, third, second]],
    ['of a key that is the key before, too', twice],
    ['that are the notes of 1,001 keys', Array.from({ length: 1_001 }, () => first)],
    ['that are no notes', ['log.example.com/keys\n']],
    ['that are a checkpoint', [first.replace(/key-period@1\n.*\n.*\n/, '2\n')]],
  ])('are refused %s', async (_, refused) => {
    expect(await open(refused)).toMatchObject({ ok: false })
  })

  it('are refused of a key under which anybody can sign', async () => {
    const weak = { publicKey: new Uint8Array(32), sign: async () => new Uint8Array(64) }
    const note = await signKeyPeriod(sha256, { logOrigin: 'a', from: '2026-01-01T00:00:00.000Z', before: null }, weak)
    expect(await open([note])).toMatchObject({
      ok: false,
      detail: expect.stringContaining('wanted the period of a key'),
    })
  })

  it.each([
    ['at its first moment', one, '2026-01-01T00:00:00.000Z', true],
    ['before', one, '2025-12-31T23:59:59.999Z', false],
    ['at its last moment', one, '2026-02-02T00:00:00.000Z', true],
    ['behind its last moment', one, '2026-02-02T00:00:00.001Z', false],
    ['of a key whose end nobody says', two, '2027-01-01T00:00:00.000Z', true],
    ['of a key that is not there', 'x', '2026-02-01T12:00:00.000Z', false],
  ])('have a time %s', async (_, key, time, isIn) => {
    expect(isInPeriod(readOf(await open(notes)), [key], time)).toBe(isIn)
  })
})

describe('the file of a pack with the periods', () => {
  it.each([[[]], [[first]], [notes]])('is read as it was written', (given) => {
    expect(readOf(parseKeyPeriods(formatKeyPeriods(given)))).toEqual(given)
  })

  it.each([
    ['a last newline', first.slice(0, -1)],
    ['signatures', `${linesOf(first).slice(0, 4).join('\n')}\n`],
    ['anything but a newline', '\n'],
  ])('is refused without %s', (_, text) => {
    expect(parseKeyPeriods(text)).toMatchObject({ ok: false })
  })
})
