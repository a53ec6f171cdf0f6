import { env } from 'cloudflare:workers'
import { openCheckpoint, parseVkey, type VerifySignature } from '@tallystick/engine/log'
import { describe, expect, it } from 'vitest'
import { listPublicKeys, vkeysOf } from '../../../../functions/service/keys/public-keys.ts'
import { sha256 } from '../../../../functions/service/platform/hasher.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { newSigningKey, readNote } from '../../../support/worker/notes.ts'
import { makeRun } from '../../../support/worker/runs.ts'
import { type KeySettings, keepStoredKeys } from '../../../support/worker/signing-keys.ts'

keepStoredKeys()

const verify: VerifySignature = async ({ publicKey, message, signature }) => {
  const key = await crypto.subtle.importKey('raw', publicKey, { name: 'Ed25519' }, false, ['verify'])
  return crypto.subtle.verify({ name: 'Ed25519' }, key, signature, message)
}

/** The note of a run, sealed by a Worker of its own secrets. */
async function noteOf(secrets: KeySettings): Promise<string> {
  const { client } = await createTestApp({ env: secrets }).newTenant()
  return (await makeRun(client)).checkpoint ?? ''
}

describe('the vkeys of a note', () => {
  it('open it: one for each signature, in their order, under the note’s own name', async () => {
    const [now, before] = [await newSigningKey(), await newSigningKey()]
    const note = await noteOf({ SIGNING_KEY: now.secret, SIGNING_KEY_PREVIOUS: before.secret })
    const { isolate } = createTestApp()
    const vkeys = await vkeysOf(isolate, { ...env, LOG_ORIGIN: 'renamed.example' }, note)
    const keys = vkeys.map((text) => parseVkey(sha256, text)).flatMap((parsed) => (parsed.ok ? [parsed.value] : []))
    const shown = readNote(note).signatures.map(({ name, keyId }) => [name, keyId])
    expect(keys.map(({ name, keyId }) => [name, keyId])).toEqual(shown)
    expect(keys.map(({ publicKey }) => btoa(String.fromCharCode(...publicKey)))).toEqual([
      now.publicKey,
      before.publicKey,
    ])
    expect(await openCheckpoint({ note, keys, verify })).toMatchObject({ ok: true, value: { signedBy: keys } })
  })

  it('include a key that signed elsewhere after the keys were read here', async () => {
    const { isolate } = createTestApp()
    const known = await listPublicKeys(isolate, env)
    const { secret, publicKey } = await newSigningKey()
    const note = await noteOf({ SIGNING_KEY: secret })
    expect(known.map((key) => key.publicKey)).not.toContain(publicKey)
    expect(await vkeysOf(isolate, env, note)).toHaveLength(1)
  })

  it('are none for a key that came into the database by another hand than this service’s', async () => {
    const { isolate } = createTestApp()
    const { secret, publicKey } = await newSigningKey()
    const note = await noteOf({ SIGNING_KEY: secret })
    const insert = env.DB.prepare('INSERT INTO signing_keys (public_key, valid_from, voucher) VALUES (?, 1, ?)')
    const { voucher } = (await env.DB.prepare('SELECT voucher FROM signing_keys WHERE public_key = ?')
      .bind(publicKey)
      .first<{ voucher: string }>()) ?? { voucher: '' }
    const other = await newSigningKey()
    await insert.bind(other.publicKey, voucher).run()
    expect(await vkeysOf(isolate, env, note)).toHaveLength(1)
    expect((await listPublicKeys(isolate, env)).map((key) => key.publicKey)).not.toContain(other.publicKey)
  })

  it('are none for a key that this service never had, and for what is no note', async () => {
    const { isolate } = createTestApp()
    const { secret } = await newSigningKey()
    const note = await noteOf({ SIGNING_KEY: secret, KEY_PEPPER: 'the pepper of another service, 0123456789' })
    expect(await vkeysOf(isolate, env, note)).toEqual([])
    expect(await vkeysOf(isolate, env, 'no note')).toEqual([])
  })
})
