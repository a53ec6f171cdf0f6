import { env } from 'cloudflare:workers'
import { fromUtf8 } from '@tallystick/engine/base'
import { hashOfLine } from '@tallystick/engine/merkle'
import { describe, expect, it } from 'vitest'
import { sha256 } from '../../../../functions/service/platform/hasher.ts'
import type { EvidenceManifest, EvidenceProof } from '../../../../schema/evidence.ts'
import type { RunRecord } from '../../../../schema/run.ts'
import { type Client, createTestApp } from '../../../support/worker/client.ts'
import { readChain, verifyOffline } from '../../../support/worker/evidence.ts'
import { newSigningKey, readNote } from '../../../support/worker/notes.ts'
import { readZip } from '../../../support/worker/read-zip.ts'
import { emptyRun, makeRun } from '../../../support/worker/runs.ts'

/** What the evidence of a run says of the log before it. */

async function packOf(client: Client, run: RunRecord) {
  const response = await client.get(`${run.links.evidence}?format=zip`)
  const files = await readZip(new Uint8Array(await response.arrayBuffer()))
  const text = (name: string) => fromUtf8(files.find((file) => file.name === name)?.bytes ?? new Uint8Array())
  return { report: await verifyOffline(files), text }
}

const failuresOf = ({ checks }: Awaited<ReturnType<typeof readChain>>) =>
  checks.filter(({ passed }) => !passed).map(({ name, detail }) => `${name}: ${detail}`)

describe('the evidence of a run', () => {
  it('brings the signed checkpoint before, and the place of the receipt before in it', async () => {
    const { client } = await createTestApp().newTenant()
    const first = await makeRun(client, emptyRun)
    await makeRun(client, emptyRun)
    const third = await makeRun(client, emptyRun)
    const begun = await (await client.get(first.links.evidence)).json<EvidenceManifest>()
    expect([begun.kind, begun.previous]).toEqual(['tallystick/evidence@2', null])
    const proof = await (await client.get(`${third.links.evidence}?leaf=0`)).json<EvidenceProof>()
    expect(proof).toMatchObject({ kind: 'tallystick/proof@2', previous: { inclusion: { index: 1, size: 2 } } })
    expect(hashOfLine(sha256, proof.previous?.receipt ?? '')).toBe(proof.receipt.previous)
    expect(proof.previous?.checkpoint).toMatch(/^[^\n]+\n2\n/)
  })

  it('is proven over a change of the signing key, by the keys that signed either checkpoint', async () => {
    const [old, fresh] = [await newSigningKey(), await newSigningKey()]
    const before = createTestApp({ env: { SIGNING_KEY: old.secret } })
    const { client, secret } = await before.newTenant()
    await makeRun(client, emptyRun)
    const after = createTestApp({ env: { SIGNING_KEY: fresh.secret } }).clientWith({ 'X-API-Key': secret })
    const run = await makeRun(after, emptyRun)
    const { report, text } = await packOf(after, run)
    expect(failuresOf(report)).toEqual([])
    expect(text('keys.txt').trimEnd().split('\n')).toHaveLength(2)
    expect(readNote(text('previous-checkpoint.txt')).signatures).not.toEqual(
      readNote(text('checkpoint.txt')).signatures,
    )
    expect(await readChain(after, run.id)).toMatchObject({ verified: true })
  })

  it('does not rest on what the database says of the periods of keys', async () => {
    const { secret: signingKey, publicKey } = await newSigningKey()
    const { client, secret } = await createTestApp({ env: { SIGNING_KEY: signingKey } }).newTenant()
    const run = await makeRun(client, emptyRun)
    await env.DB.prepare('UPDATE signing_keys SET valid_from = 9007199254740991 WHERE public_key = ?')
      .bind(publicKey)
      .run()
    const later = createTestApp({ env: { SIGNING_KEY: signingKey } }).clientWith({ 'X-API-Key': secret })
    expect(failuresOf(await readChain(later, run.id))).toEqual([])
  })
})
