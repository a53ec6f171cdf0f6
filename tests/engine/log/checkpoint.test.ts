import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byteAt } from '../../../engine/base/at.ts'
import { toBase64 } from '../../../engine/base/base64.ts'
import { utf8 } from '../../../engine/base/bytes.ts'
import {
  type Checkpoint,
  formatCheckpoint,
  openCheckpoint,
  originOf,
  parseCheckpoint,
  signCheckpoint,
} from '../../../engine/log/checkpoint.ts'
import { formatNote, isKeyName, noteSignatureCountMax, parseNote } from '../../../engine/log/signed-note.ts'
import { formatVkey, parseVkey, verifierKeyOf } from '../../../engine/log/verifier-key.ts'
import { signerOf, verifySignature } from '../support/ed25519.ts'
import { checkLaw } from '../support/law.ts'
import { readOf } from '../support/read-of.ts'
import { sha256 } from '../support/sha256.ts'

const root = `0ac518${'61'.repeat(29)}`
const origin = originOf('log.example.com', 'ab'.repeat(32))
const checkpoint: Checkpoint = { origin, size: 20_852_163, root }
const body = `${origin}\n20852163\n${Buffer.from(root, 'hex').toString('base64')}\n`

describe('a checkpoint', () => {
  it('is three lines: origin, size and root', () => {
    expect(formatCheckpoint(checkpoint)).toBe(body)
  })

  it('reads back as what it was', () => {
    const hash = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex'))
    checkLaw(
      fc.property(fc.stringMatching(/^[a-z.]+\/[0-9a-f]+$/), fc.maxSafeNat(), hash, (name, size, hex) => {
        const each = { origin: name, size, root: hex }
        expect(parseCheckpoint(formatCheckpoint(each))).toEqual({ ok: true, value: each })
      }),
    )
  })

  const base64 = Buffer.from(root, 'hex').toString('base64')
  it.each([
    ['without its last newline', body.slice(0, -1)],
    ['with a line more', `${body}extension\n`],
    ['with an empty line more', `${body}\n`],
    ['with a line less', `${origin}\n5\n`],
    ['without origin', `\n5\n${base64}\n`],
    ['with a leading zero', `${origin}\n05\n${base64}\n`],
    ['with a sign', `${origin}\n+5\n${base64}\n`],
    ['with a negative size', `${origin}\n-5\n${base64}\n`],
    ['with half a size', `${origin}\n5.0\n${base64}\n`],
    ['with an exponent', `${origin}\n5e3\n${base64}\n`],
    ['with no size', `${origin}\n\n${base64}\n`],
    ['with a size that a number does not hold', `${origin}\n9007199254740993\n${base64}\n`],
    ['with carriage returns', body.replaceAll('\n', '\r\n')],
    ['with a root that is too short', `${origin}\n5\n${base64.slice(4)}\n`],
    ['with a root without padding', `${origin}\n5\n${base64.slice(0, -1)}\n`],
    ['with a root in hex', `${origin}\n5\n${root}\n`],
  ])('is refused %s', (_, text) => {
    expect(parseCheckpoint(text)).toMatchObject({ ok: false })
  })
})

/** The example of golang.org/x/mod/sumdb/note. */
const neumann = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
const neumannNote = `If you think cryptography is the answer to your problem,
then you don't know what your problem is.

— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
`

describe('a key', () => {
  it('of the reference implementation is read, and written again', async () => {
    const key = parseVkey(sha256, neumann)
    const note = parseNote(neumannNote)
    if (!key.ok || !note.ok) throw new Error('The example is refused')
    const [{ name, keyId, signature } = { name: '', keyId: '', signature: new Uint8Array() }] = note.value.signatures
    const { publicKey } = key.value
    expect({ name, keyId }).toEqual({ name: 'PeterNeumann', keyId: 'c74f20a3' })
    expect(await verifySignature({ publicKey, message: utf8(note.value.text), signature })).toBe(true)
    expect(formatVkey(key.value)).toBe(neumann)
    expect(formatNote(note.value)).toBe(neumannNote)
  })

  it('reads back as what it was', () => {
    checkLaw(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.stringMatching(/^[a-z/é]+$/), (bytes, name) => {
        const key = verifierKeyOf(sha256, name, bytes)
        expect(parseVkey(sha256, formatVkey(key))).toEqual({ ok: true, value: key })
      }),
    )
  })

  it.each([
    ['the id of another key', neumann.replace('c74f20a3', 'c74f20a4')],
    ['its id in upper case', neumann.replace('c74f20a3', 'C74F20A3')],
    ['another name', neumann.replace('Neumann', 'Newman')],
    ['no name', neumann.slice(12)],
    ['a space in its name', neumann.replace('rN', 'r N')],
    ['a key of 31 bytes', `x+00000000+${toBase64(new Uint8Array(32).fill(1))}`],
    ['another algorithm', neumann.replace('+AR', '+BR')],
    ['a newline at its end', `${neumann}\n`],
    ['no key', 'PeterNeumann+c74f20a3'],
  ])('is refused with %s', (_, text) => {
    expect(parseVkey(sha256, text)).toMatchObject({ ok: false })
  })

  it('cannot be made with a name that a note could not hold', () => {
    const key = new Uint8Array(32)
    for (const name of ['', 'a b', 'a+b', 'a\u2003b', 'a\u0085', 'a\nb', '\ud800']) {
      expect(isKeyName(name)).toBe(false)
      expect(() => verifierKeyOf(sha256, name, key)).toThrow(TypeError)
    }
    expect(() => verifierKeyOf(sha256, 'a', new Uint8Array(31))).toThrow(TypeError)
  })
})

describe('a note is refused', () => {
  const line = `— a ${toBase64(new Uint8Array(68))}\n`
  it('only for a reason', () => {
    expect(parseNote(`text\n\n${line}`)).toMatchObject({ ok: true, value: { text: 'text\n' } })
    expect(parseNote(`two\n\nparts\n\n${line}${line}`)).toMatchObject({ ok: true, value: { text: 'two\n\nparts\n' } })
    expect(parseNote(`text\n\n${line.repeat(noteSignatureCountMax)}`)).toMatchObject({ ok: true })
  })

  it.each([
    ['without a blank line', `text\n${line}`],
    ['without a text', `\n${line}`],
    ['without a signature', 'text\n\n'],
    ['without its last newline', `text\n\n${line.slice(0, -1)}`],
    ['with an empty line at its end', `text\n\n${line}\n`],
    ['with a hyphen for the dash', `text\n\n${line.replace('—', '-')}`],
    ['with two spaces', `text\n\n${line.replace('a ', 'a  ')}`],
    ['with a space at the end of a line', `text\n\n${line.replace('\n', ' \n')}`],
    ['with a name of two words', `text\n\n${line.replace('a ', 'a b ')}`],
    ['with a plus in a name', `text\n\n${line.replace('a ', 'a+b ')}`],
    ['with a wide space in a name', `text\n\n${line.replace('a ', 'a\u3000b ')}`],
    ['with base64 that is none', `text\n\n${line.replace('AA=', 'AA')}`],
    ['with a second spelling of base64', `text\n\n${line.replace('AA=', 'AB=')}`],
    ['with a key id and no signature', `text\n\n— a ${toBase64(new Uint8Array(4))}\n`],
    ['with a tab', `te\txt\n\n${line}`],
    ['with carriage returns', `text\r\n\r\n${line}`],
    ['with a lone surrogate', `te\ud800xt\n\n${line}`],
    ['with more text than anybody needs', `${'text\n'.repeat(50_000)}\n${line}`],
    ['with more signatures than anybody needs', `text\n\n${line.repeat(noteSignatureCountMax + 1)}`],
  ])('%s', (_, note) => {
    expect(parseNote(note)).toMatchObject({ ok: false })
  })
})

describe('a signed checkpoint', () => {
  const [old, next, stranger] = [signerOf(1), signerOf(2), signerOf(3)]
  const keyOf = (signer: typeof old, name = origin) => verifierKeyOf(sha256, name, signer.publicKey)
  const open = (note: string, signers: readonly (typeof old)[]) =>
    openCheckpoint({ note, keys: signers.map((signer) => keyOf(signer)), verify: verifySignature })

  it('has one line for each key, named as its origin', async () => {
    const note = await signCheckpoint(sha256, checkpoint, [old, next])
    const parsed = parseNote(note)
    expect(note.startsWith(`${body}\n— ${origin} `)).toBe(true)
    expect(parsed).toMatchObject({
      ok: true,
      value: { signatures: [old, next].map((signer) => ({ name: origin, keyId: keyOf(signer).keyId })) },
    })
  })

  it('opens with either key while they rotate', async () => {
    const note = await signCheckpoint(sha256, checkpoint, [old, next])
    expect(await open(note, [old])).toEqual({ ok: true, value: { checkpoint, signedBy: [keyOf(old)] } })
    expect(await open(note, [next])).toEqual({ ok: true, value: { checkpoint, signedBy: [keyOf(next)] } })
    expect(await open(note, [next, old])).toEqual({
      ok: true,
      value: { checkpoint, signedBy: [old, next].map((each) => keyOf(each)) },
    })
  })

  it('of the old key opens after the rotation, as long as that key is kept', async () => {
    const note = await signCheckpoint(sha256, checkpoint, [old])
    expect(await open(note, [next, old])).toMatchObject({ ok: true })
    expect(await open(note, [next])).toEqual({
      ok: false,
      detail: `Got a signature of the key ${keyOf(old).keyId}, wanted one of ${keyOf(next).keyId}`,
    })
    expect(await open(note, [])).toMatchObject({ ok: false })
  })

  it('does not open with a key of the same bytes and another name', async () => {
    const note = await signCheckpoint(sha256, checkpoint, [old])
    const keys = [keyOf(old, 'elsewhere')]
    expect(await openCheckpoint({ note, keys, verify: verifySignature })).toMatchObject({ ok: false })
  })

  it('is spoilt by a signature of a known key that does not hold, whoever else signed', async () => {
    const note = await signCheckpoint(sha256, checkpoint, [old, next])
    const { signatures } = readOf(parseNote(note))
    const [first, second] = signatures
    if (first === undefined || second === undefined) throw new Error('Two signatures are missing')
    const broken = { ...second, signature: second.signature.with(7, byteAt(second.signature, 7) ^ 1) }
    const forged = formatNote({ text: body, signatures: [first, broken] })
    expect(await open(forged, [old, next])).toEqual({
      ok: false,
      detail: `The signature of the key ${second.keyId} does not hold`,
    })
    expect(await open(forged, [old])).toMatchObject({ ok: true })
  })

  it('is refused with a signature that is cut off', async () => {
    const { signatures } = readOf(parseNote(await signCheckpoint(sha256, checkpoint, [old])))
    const short = signatures.map((each) => ({ ...each, signature: each.signature.slice(1) }))
    expect(await open(formatNote({ text: body, signatures: short }), [old])).toMatchObject({ ok: false })
  })

  it('does not open for another text', async () => {
    const { signatures } = readOf(parseNote(await signCheckpoint(sha256, checkpoint, [old])))
    const other = formatCheckpoint({ ...checkpoint, size: checkpoint.size + 1 })
    expect(await open(formatNote({ text: other, signatures }), [old])).toMatchObject({ ok: false })
  })

  it('ignores the signatures of unknown keys', async () => {
    const note = await signCheckpoint(sha256, checkpoint, [stranger, old])
    expect(await open(note, [old])).toMatchObject({ ok: true })
    expect(await open(await signCheckpoint(sha256, checkpoint, [stranger]), [old])).toMatchObject({ ok: false })
  })

  it('fails on every bit that changes', async () => {
    const note = Buffer.from(await signCheckpoint(sha256, checkpoint, [old]))
    for (let bit = 0; bit < note.length * 8; bit++) {
      const changed = Buffer.from(note)
      changed[bit >> 3] = byteAt(changed, bit >> 3) ^ (1 << (bit & 7))
      if ((await open(changed.toString(), [old])).ok) throw new Error(`Bit ${bit} can be changed`)
    }
  })
})
