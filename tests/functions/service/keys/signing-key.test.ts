import { env } from 'cloudflare:workers'
import { fromHex } from '@tallystick/engine/base'
import { describe, expect, it, vi } from 'vitest'
import { retiredKeysOf, SigningError, signingKeysOf } from '../../../../functions/service/keys/signing-key.ts'
import { createIsolate } from '../../../../functions/service/platform/isolate.ts'
import { newSigningKey } from '../../../support/worker/notes.ts'

const message = new TextEncoder().encode('message')

const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))

async function verifies(publicKey: Uint8Array, signature: Uint8Array): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', publicKey, { name: 'Ed25519' }, false, ['verify'])
  return crypto.subtle.verify({ name: 'Ed25519' }, key, signature, message)
}

describe('the retired keys', () => {
  it('are read raw and as vkeys, and none of a list with anything else', () => {
    const raw = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
    const vkey = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
    const named = (SIGNING_KEYS_RETIRED: string) => retiredKeysOf({ SIGNING_KEYS_RETIRED })
    expect(named(`${raw}, ${vkey}\n`)).toEqual([raw, 'GlzZBxQ8OExB6DDFvOEqqIF+xWSaqr8sMTiLNbLXRNY='])
    for (const other of ['', raw.slice(4), `${raw}, x`, vkey.replace('c7', 'c8')]) expect(named(other)).toEqual([])
  })
})

describe('the signing keys', () => {
  it('sign what their public half verifies', async () => {
    const [key, ...others] = await signingKeysOf(createIsolate(), env)
    expect(others).toEqual([])
    if (key === undefined) throw new Error('There is no key')
    const signature = await key.sign(message)
    expect([key.publicKey.length, signature.length]).toEqual([32, 64])
    expect(await verifies(key.publicKey, signature)).toBe(true)
  })

  it('are those of RFC 8032 §7.1, test 1', async () => {
    const seed = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60'
    const secret = toBase64(fromHex(`302e020100300506032b657004220420${seed}`))
    const [key] = await signingKeysOf(createIsolate(), { SIGNING_KEY: secret })
    expect(key?.publicKey).toEqual(fromHex('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'))
    expect(await key?.sign(new Uint8Array())).toEqual(
      fromHex(
        'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
      ),
    )
  })

  it('cannot be taken out of the isolate', async () => {
    const sign = vi.spyOn(crypto.subtle, 'sign')
    const [key] = await signingKeysOf(createIsolate(), env)
    await key?.sign(message)
    expect(sign.mock.calls.map(([, used]) => used.extractable)).toEqual([false])
    sign.mockRestore()
  })

  it('are imported once in the life of an isolate', async () => {
    const isolate = createIsolate()
    const first = await signingKeysOf(isolate, env)
    const importKey = vi.spyOn(crypto.subtle, 'importKey')
    expect(await signingKeysOf(isolate, env)).toEqual(first)
    expect(importKey).not.toHaveBeenCalled()
    importKey.mockRestore()
  })

  it('are two while the one before is configured too, the newest first', async () => {
    const [now, before] = [await newSigningKey(), await newSigningKey()]
    const secrets = { SIGNING_KEY: now.secret, SIGNING_KEY_PREVIOUS: before.secret }
    const keys = await signingKeysOf(createIsolate(), secrets)
    expect(keys.map(({ publicKey }) => toBase64(publicKey))).toEqual([now.publicKey, before.publicKey])
  })

  it('are one when the one before is the same, or blank', async () => {
    const { secret } = await newSigningKey()
    for (const previous of [secret, ` ${secret}\n`, ''])
      expect(
        await signingKeysOf(createIsolate(), { SIGNING_KEY: secret, SIGNING_KEY_PREVIOUS: previous }),
      ).toHaveLength(1)
  })

  it.each([
    ['that are not set', {}],
    ['that are blank', { SIGNING_KEY: '' }],
    ['that are not base64', { SIGNING_KEY: '***' }],
    ['that are not PKCS #8', { SIGNING_KEY: btoa('not a key') }],
    ['of which the one before is broken', { SIGNING_KEY: env.SIGNING_KEY ?? '', SIGNING_KEY_PREVIOUS: btoa('broken') }],
  ])('are a fault of signing %s, which names no key material', async (_, secrets) => {
    const outcome = await signingKeysOf(createIsolate(), secrets).catch((error: unknown) => error)
    expect(outcome).toBeInstanceOf(SigningError)
    for (const secret of Object.values(secrets).filter((text) => text !== ''))
      expect(String(outcome)).not.toContain(secret)
  })
})
