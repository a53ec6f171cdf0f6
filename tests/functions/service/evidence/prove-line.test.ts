import { canonicalize, fromUtf8 } from '@tallystick/engine/base'
import { describe, expect, it } from 'vitest'
import { parseTlogProof } from '../../../../engine/log/tlog-proof.ts'
import { openPack } from '../../../../functions/audit/verify/pack-file.ts'
import { provePackLine } from '../../../../functions/audit/verify/prove-pack-line.ts'
import { sha256 } from '../../../../functions/service/platform/hasher.ts'
import type { EvidenceProof } from '../../../../schema/evidence.ts'
import type { ResultResponse } from '../../../../schema/result.ts'
import { type Client, createTestApp } from '../../../support/worker/client.ts'
import { largeRun, sealedRun } from '../../../support/worker/evidence.ts'
import { naive } from '../../../support/worker/naive-proof.ts'
import { isSignedBy, readNote } from '../../../support/worker/notes.ts'
import { makeRun, rechunk } from '../../../support/worker/runs.ts'

const prove = async (client: Client, path: string): Promise<EvidenceProof> =>
  (await client.get(path)).json<EvidenceProof>()

const publicKey = async (client: Client): Promise<string> => {
  const { keys } = await (await client.get('/.well-known/tallystick-keys')).json<{ keys: { publicKey: string }[] }>()
  return keys[0]?.publicKey ?? ''
}

function extraText(extra: Uint8Array | undefined): string {
  if (extra === undefined) throw new Error('The proof has no extra data')
  return fromUtf8(extra)
}

/** Follows a proof from the bytes of the records up to the signature; nothing here comes from the engine. */
async function expectProven(client: Client, proof: EvidenceProof) {
  const { leaf, records, receipt } = proof
  for (const side of ['source', 'target'] as const)
    for (const { line, leafHash, inclusion } of records[side]) {
      expect(leafHash).toBe(naive.leafOf(line))
      expect(naive.holdsLine(line, receipt[side], inclusion)).toBe(true)
    }
  expect(leaf.leafHash).toBe(naive.leafOf(leaf.line))
  expect(naive.holdsLine(leaf.line, receipt.result, leaf.inclusion)).toBe(true)
  expect(leaf.inclusion.size).toBe(receipt.leaves)
  const note = readNote(proof.checkpoint)
  expect(naive.holdsLine(canonicalize(receipt), note.root, proof.inclusion)).toBe(true)
  expect(await isSignedBy(note, await publicKey(client))).toBe(true)
}

/** One run is enough: nothing here changes it. */
let made: ReturnType<typeof sealedRun> | undefined
const sealed = () => {
  made ??= sealedRun()
  return made
}

describe('the proof of one match', () => {
  it('leads from the bytes of its two records to the signed checkpoint', async () => {
    const { client, run } = await sealed()
    const { matches } = await (await client.get(run.links.results)).json<ResultResponse>()
    for (const match of matches) {
      const proof = await prove(client, `${run.links.evidence}?matchId=${match.id}`)
      expect(proof.leaf).toMatchObject({ id: match.id, leafHash: match.deterministic_hash })
      await expectProven(client, proof)
      expect(proof.records.source.map(({ id }) => id)).toEqual([match.source_transaction_id])
      expect(proof.records.target.map(({ id }) => id)).toEqual([match.target_transaction_id])
    }
  })

  it('numbers the lines of its records as a text editor does', async () => {
    const { client, run } = await sealed()
    const { matches } = await (await client.get(run.links.results)).json<ResultResponse>()
    const { records } = await prove(client, `${run.links.evidence}?matchId=${matches[1]?.id}`)
    expect(records.source.map(({ id, index, lineNumber }) => [id, index, lineNumber])).toEqual([['s2', 1, 2]])
  })

  it('says the same as the one that the run’s pack gives, which has no links', async () => {
    const { client, run } = await sealed()
    const pack = await openPack(await (await client.get(`${run.links.evidence}?format=zip`)).blob())
    if (!pack.ok) throw new Error(pack.faults.join())
    for (let index = 0; ; index++) {
      const response = await client.get(`${run.links.evidence}?leaf=${index}`)
      const proven = await provePackLine({ sha256 }, pack.value, index)
      if (response.status === 404) return expect([index > 5, proven]).toEqual([true, undefined])
      expect(JSON.parse(proven ?? '')).toEqual({ ...(await response.json<EvidenceProof>()), links: {} })
    }
  })

  it('discloses no other line', async () => {
    const { client, run } = await sealed()
    const { matches } = await (await client.get(run.links.results)).json<ResultResponse>()
    const text = await (await client.get(`${run.links.evidence}?matchId=${matches[0]?.id}`)).text()
    for (const id of ['s2', 's3', 's4', 's5', 't2', 't3', 'INV-8']) expect(text).not.toContain(`"${id}\\"`)
    expect(text).toContain('"s1\\"')
  })

  it('names itself by its place', async () => {
    const { client, run } = await sealed()
    const { matches } = await (await client.get(run.links.results)).json<ResultResponse>()
    const byId = await prove(client, `${run.links.evidence}?matchId=${matches[0]?.id}`)
    expect(byId.links).toEqual({
      self: `${run.links.evidence}?leaf=1`,
      run: run.links.self,
      manifest: run.links.evidence,
      publicKeys: '/.well-known/tallystick-keys',
    })
    expect(await prove(client, byId.links.self)).toEqual(byId)
  })
})

describe('the proof of any line', () => {
  it('is found by the ids of breaks and exclusions too, but only under their own prefix', async () => {
    const { client, run } = await sealed()
    const { breaks } = await (await client.get(`${run.links.results}?view=breaks`)).json<ResultResponse>()
    const { excluded } = await (await client.get(`${run.links.results}?view=excluded`)).json<ResultResponse>()
    for (const { id } of [...breaks, ...(excluded ?? [])]) {
      await expectProven(client, await prove(client, `${run.links.evidence}?matchId=${id}`))
      expect((await client.get(`${run.links.evidence}?matchId=${id.replace(/^.../, 'mat')}`)).status).toBe(404)
      expect((await client.get(`${run.links.evidence}?matchId=${id}0`)).status).toBe(404)
      expect((await client.get(`${run.links.evidence}?matchId=${id.slice(0, -1)}`)).status).toBe(404)
    }
  })

  it('is found by its index, the first and the last line included, which have no id and no records', async () => {
    const { client, run } = await sealed()
    const proofs = await Promise.all(
      [0, 1, 2, 3, 4, 5, 6].map((leaf) => prove(client, `${run.links.evidence}?leaf=${leaf}`)),
    )
    for (const [index, proof] of proofs.entries()) {
      expect(proof.leaf.index).toBe(index)
      await expectProven(client, proof)
    }
    expect(proofs.map(({ leaf }) => leaf.id?.slice(0, 4) ?? null)).toEqual([
      null,
      'mat_',
      'mat_',
      'brk_',
      'brk_',
      'exc_',
      null,
    ])
    expect(proofs[6]?.records).toEqual({ source: [], target: [] })
    expect(proofs[5]?.records.source.map(({ id }) => id)).toEqual(['s5'])
  })

  it('tells a record from another that has its id among its attributes', async () => {
    const { client, run } = await sealed()
    const { leaf, records } = await prove(client, `${run.links.evidence}?leaf=1`)
    expect(JSON.parse(leaf.line).source).toEqual(['s1'])
    expect(records.source.map(({ line }) => JSON.parse(line).id)).toEqual(['s1'])
  })

  it('is there for built-in records and for a side without a dataset', async () => {
    const { client } = await createTestApp().newTenant()
    for (const body of [{}, { sourceAdapter: 'bank' }]) {
      const run = await makeRun(client, body)
      const proof = await prove(client, `${run.links.evidence}?leaf=1`)
      await expectProven(client, proof)
      expect(proof.records.target.length).toBeGreaterThan(0)
    }
  })

  it('goes through chunks of any size', async () => {
    const { client, run } = await largeRun(60)
    const read = () => prove(client, `${run.links.evidence}?leaf=41`)
    const before = await read()
    await rechunk(run.id, 7)
    expect(await read()).toEqual(before)
    await expectProven(client, before)
  })
})

describe('a proof as text', () => {
  it('is a C2SP tlog-proof of the receipt, with what the receipt proves as its extra', async () => {
    const { client, run } = await sealed()
    const json = await prove(client, `${run.links.evidence}?leaf=1`)
    const response = await client.get(`${run.links.evidence}?leaf=1`, { Accept: 'text/plain' })
    expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
    const text = await response.text()
    expect(text).toMatch(/^c2sp\.org\/tlog-proof@v1\nextra [A-Za-z0-9+/]+=*\nindex 1\n([A-Za-z0-9+/]{43}=\n)+\n/)
    const parsed = parseTlogProof(text)
    if (!parsed.ok) throw new Error(parsed.detail)
    const { index, hashes, checkpoint, extra } = parsed.value
    const { kind, runId, receipt, leaf, records } = JSON.parse(extraText(extra))
    expect({ kind, runId, receipt, leaf, records }).toEqual({
      kind: json.kind,
      runId: json.runId,
      receipt: json.receipt,
      leaf: json.leaf,
      records: json.records,
    })
    const note = readNote(checkpoint)
    expect(naive.holdsLine(canonicalize(receipt), note.root, { index, size: note.size, hashes })).toBe(true)
  })

  it('of the whole run has the receipt alone', async () => {
    const { client, run } = await sealed()
    const parsed = parseTlogProof(await (await client.get(run.links.evidence, { Accept: 'text/plain' })).text())
    if (!parsed.ok) throw new Error(parsed.detail)
    const extra = JSON.parse(extraText(parsed.value.extra))
    expect(Object.keys(extra)).toEqual(['kind', 'receipt', 'runId'])
    expect(extra.receipt.run).toBe(run.id)
  })
})
