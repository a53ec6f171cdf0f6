import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  formatAddCheckpoint,
  openCosignatures,
  parseCosignerKey,
  signCheckpoint,
  verifierKeyOf,
} from '@tallystick/engine/log'
import { hashOfLine, rootOfLines } from '@tallystick/engine/merkle'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type LocalWitness, startWitness } from '../../../functions/local/witness.ts'
import { signerOf, verifySignature } from '../../engine/support/ed25519.ts'
import { readOf } from '../../engine/support/read-of.ts'
import { sha256 } from '../../engine/support/sha256.ts'

/** The witness of `npm start -- --witness`, over HTTP. */

const origin = 'localhost/index'
const log = signerOf(1)
const logKeys = [verifierKeyOf(sha256, origin, log.publicKey)]
let directory: string
let witness: LocalWitness

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'tallystick-witness-'))
  witness = await startWitness({ directory, logKeys })
})
afterEach(async () => {
  await witness.stop()
  rmSync(directory, { recursive: true, force: true })
})

const lines = ['a', 'b', 'c']
const noteOf = (size: number, { name = origin, signer = log, fork = false } = {}) =>
  signCheckpoint(
    sha256,
    { origin: name, size, root: fork ? 'ab'.repeat(32) : rootOfLines(sha256, lines.slice(0, size)) },
    [signer],
  )

async function post(oldSize: number, note: string, consistency: readonly string[] = []) {
  const body = formatAddCheckpoint({ oldSize, consistency, checkpoint: note })
  const response = await fetch(`${witness.url}/add-checkpoint`, { method: 'POST', body })
  const text = await response.text()
  return { status: response.status, type: response.headers.get('Content-Type'), text }
}

describe('the local witness', () => {
  it('cosigns a checkpoint, with its key and the time', async () => {
    const note = await noteOf(1)
    const { status, text } = await post(0, note)
    const key = readOf(parseCosignerKey(sha256, witness.vkey))
    const opened = readOf(await openCosignatures({ note: note + text, cosigners: [key], verify: verifySignature }))
    expect({ status, count: opened.cosignatures.length }).toEqual({ status: 200, count: 1 })
    expect(Math.abs(Number(opened.cosignatures[0]?.time) - Date.now() / 1000)).toBeLessThan(600)
  })

  it('answers every other request as the standard says', async () => {
    await post(0, await noteOf(1))
    expect(await post(0, await noteOf(2))).toEqual({ status: 409, type: 'text/x.tlog.size', text: '1\n' })
    expect(await post(1, await noteOf(1, { fork: true }))).toMatchObject({ status: 409 })
    expect(await post(1, await noteOf(2, { fork: true }), [hashOfLine(sha256, 'b')])).toMatchObject({ status: 422 })
    expect(await post(1, await noteOf(2, { signer: signerOf(2) }))).toMatchObject({ status: 403 })
    expect(await post(0, await noteOf(1, { name: 'elsewhere' }))).toMatchObject({ status: 404 })
    expect(await post(2, await noteOf(1))).toMatchObject({ status: 400 })
    const response = await fetch(`${witness.url}/add-checkpoint`, { method: 'POST', body: 'old x\n\n' })
    expect(response.status).toBe(400)
  })

  it('takes no request that is too long', async () => {
    const body = 'x'.repeat(300_000)
    expect((await fetch(`${witness.url}/add-checkpoint`, { method: 'POST', body })).status).toBe(413)
  })

  it('remembers its key and what it has cosigned', async () => {
    const { vkey } = witness
    await post(0, await noteOf(1))
    await witness.stop()
    witness = await startWitness({ directory, logKeys })
    expect(witness.vkey).toBe(vkey)
    expect(await post(0, await noteOf(1))).toMatchObject({ status: 409, text: '1\n' })
    expect(await post(1, await noteOf(2), [hashOfLine(sha256, 'b')])).toMatchObject({ status: 200 })
  })

  it('never goes back, however requests race', async () => {
    await post(0, await noteOf(1))
    const [b, c] = [hashOfLine(sha256, 'b'), hashOfLine(sha256, 'c')]
    const answers = await Promise.all([post(1, await noteOf(3), [b, c]), post(1, await noteOf(2), [b])])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})
