import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { formatKeyCopy, readKeyCopy } from '../../../functions/console/engine-worker/key-copy.ts'

/** Copies of keys under a passphrase, which OpenSSL (here that of Node) reads and writes as well. */

const passphrase = 'correct horse battery staple'
const { privateKey } = generateKeyPairSync('ed25519')
const pkcs8 = new Uint8Array(privateKey.export({ type: 'pkcs8', format: 'der' }))
const copy = await formatKeyCopy('Ada Lovelace', pkcs8, passphrase)

const asWritten = (cipher: string) => String(privateKey.export({ type: 'pkcs8', format: 'pem', cipher, passphrase }))

it('is read under its passphrase, with the name', async () => {
  expect(await readKeyCopy(copy, passphrase)).toEqual({ name: 'Ada Lovelace', pkcs8 })
})

it('is a key that OpenSSL reads under the passphrase', () => {
  const read = createPrivateKey({ key: copy, passphrase })
  expect(new Uint8Array(read.export({ type: 'pkcs8', format: 'der' }))).toEqual(pkcs8)
})

it('may have been written by OpenSSL, which gives it no name', async () => {
  expect(await readKeyCopy(asWritten('aes-256-cbc'), passphrase)).toEqual({ name: '', pkcs8 })
})

describe('is not taken', () => {
  it.each([
    ['under another passphrase', copy, 'another passphrase'],
    ['from a file that is none', 'Name: Ada\n', passphrase],
    ['from a key without a passphrase', String(privateKey.export({ type: 'pkcs8', format: 'pem' })), passphrase],
    ['of another cipher', asWritten('aes-128-cbc'), passphrase],
    ['cut short', copy.replace(/\n[^\n]+\n-----END/, '\n-----END'), passphrase],
  ])('%s', async (_, text, word) => {
    expect(await readKeyCopy(text, word)).toBe(undefined)
  })
})
