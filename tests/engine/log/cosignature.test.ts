import { describe, expect, it } from 'vitest'
import { byteAt } from '../../../engine/base/at.ts'
import { toBase64 } from '../../../engine/base/base64.ts'
import { fromHex, toHex, utf8 } from '../../../engine/base/bytes.ts'
import { signCheckpoint } from '../../../engine/log/checkpoint.ts'
import {
  cosign,
  cosignerKeyOf,
  formatCosignerKey,
  openCosignatures,
  parseCosignerKey,
} from '../../../engine/log/cosignature.ts'
import { formatNote, parseNote } from '../../../engine/log/signed-note.ts'
import { formatVkey, verifierKeyOf } from '../../../engine/log/verifier-key.ts'
import { signerOf, verifySignature } from '../support/ed25519.ts'
import { readOf } from '../support/read-of.ts'
import { sha256 } from '../support/sha256.ts'

const origin = 'log.example.com/index'
const name = 'witness.example.com/w1'
const log = signerOf(1)
const witness = { ...signerOf(2), name }
const key = cosignerKeyOf(sha256, name, witness.publicKey)
const note = await signCheckpoint(sha256, { origin, size: 5, root: 'ab'.repeat(32) }, [log])
const { text } = readOf(parseNote(note))
const time = 1_679_315_147n

const open = (signed: string, cosigners = [key]) =>
  openCosignatures({ note: signed, cosigners, verify: verifySignature })

describe('the key of a witness', () => {
  it('has the id of SHA-256(name, newline, 4, public key)', () => {
    const hash = toHex(sha256(utf8(`${name}\n`), Uint8Array.of(4), witness.publicKey))
    expect(key.keyId).toBe(hash.slice(0, 8))
    expect(formatCosignerKey(key)).toBe(
      `${name}+${hash.slice(0, 8)}+${toBase64(Uint8Array.of(4, ...witness.publicKey))}`,
    )
  })

  it('reads back as what it was', () => {
    expect(parseCosignerKey(sha256, formatCosignerKey(key))).toEqual({ ok: true, value: key })
  })

  it('is no key of a log, nor the other way round', () => {
    const other = verifierKeyOf(sha256, name, witness.publicKey)
    expect(parseCosignerKey(sha256, formatVkey(other))).toMatchObject({ ok: false })
  })

  it('is refused with the id that the key would have as a log', () => {
    const { keyId } = verifierKeyOf(sha256, name, witness.publicKey)
    expect(parseCosignerKey(sha256, formatCosignerKey({ ...key, keyId }))).toMatchObject({ ok: false })
  })
})

describe('a cosignature', () => {
  it('signs a header, the time and the whole text of the note', async () => {
    const line = await cosign(sha256, witness, { text, time })
    const signature = await witness.sign(utf8(`cosignature/v1\ntime 1679315147\n${text}`))
    const bytes = Uint8Array.of(...fromHex(key.keyId), ...fromHex('00000000641850cb'), ...signature)
    expect(line).toBe(`— ${name} ${toBase64(bytes)}\n`)
  })

  it('opens with its key and tells the time', async () => {
    const opened = await open(note + (await cosign(sha256, witness, { text, time })))
    expect(opened).toMatchObject({
      ok: true,
      value: { checkpoint: { origin, size: 5 }, cosignatures: [{ key, time }] },
    })
  })

  it('opens at every time that the specification allows', async () => {
    for (const each of [0n, 1n, time, 2n ** 53n + 1n, 2n ** 63n - 1n]) {
      const cosigned = note + (await cosign(sha256, witness, { text, time: each }))
      expect(await open(cosigned)).toMatchObject({ ok: true, value: { cosignatures: [{ time: each }] } })
    }
  })

  it('covers extension lines of the checkpoint', async () => {
    const extended = `${text}extension 1\n`
    const line = await cosign(sha256, witness, { text: extended, time })
    expect(await open(`${extended}\n${line}`)).toMatchObject({ ok: true, value: { cosignatures: [{ time }] } })
    expect(await open(`${text}extension 2\n\n${line}`)).toMatchObject({ ok: false })
  })

  it('fails on every bit of it that changes', async () => {
    const { signatures } = readOf(parseNote(note + (await cosign(sha256, witness, { text, time }))))
    const [own, cosignature] = signatures
    if (own === undefined || cosignature === undefined) throw new Error('Two signatures are missing')
    for (let bit = 0; bit < 72 * 8; bit++) {
      const changed = cosignature.signature.with(bit >> 3, byteAt(cosignature.signature, bit >> 3) ^ (1 << (bit & 7)))
      const forged = formatNote({ text, signatures: [own, { ...cosignature, signature: changed }] })
      if ((await open(forged)).ok) throw new Error(`Bit ${bit} can be changed`)
    }
  })

  it('is refused with a time above 2^63 - 1, even where it is signed', async () => {
    const signature = await witness.sign(utf8(`cosignature/v1\ntime ${2n ** 63n}\n${text}`))
    const bytes = Uint8Array.of(...fromHex('8000000000000000'), ...signature)
    expect(await open(formatNote({ text, signatures: [{ name, keyId: key.keyId, signature: bytes }] }))).toMatchObject({
      ok: false,
    })
    await expect(cosign(sha256, witness, { text, time: 2n ** 63n })).rejects.toThrow(TypeError)
  })

  it('is refused without a time: a plain signature of the note is none', async () => {
    const signature = await witness.sign(utf8(text))
    expect(await open(formatNote({ text, signatures: [{ name, keyId: key.keyId, signature }] }))).toMatchObject({
      ok: false,
    })
  })

  it('of an unknown key is ignored, also where it shares the name or the id of a known one', async () => {
    const stranger = { ...signerOf(3), name }
    const cosigned = note + (await cosign(sha256, stranger, { text, time }))
    expect(await open(cosigned)).toMatchObject({ ok: true, value: { cosignatures: [] } })
    const { signatures } = readOf(parseNote(note + (await cosign(sha256, witness, { text, time }))))
    const renamed = formatNote({ text, signatures: signatures.map((each) => ({ ...each, name: 'elsewhere' })) })
    expect(await open(renamed)).toMatchObject({ ok: true, value: { cosignatures: [] } })
  })

  it('of one key counts once', async () => {
    const lines = await Promise.all([time, time + 1n].map((each) => cosign(sha256, witness, { text, time: each })))
    expect(await open(note + lines.join(''))).toMatchObject({ ok: true, value: { cosignatures: [{ time }] } })
    const opened = readOf(await open(note + lines.join('')))
    expect(opened.cosignatures).toHaveLength(1)
  })
})
