import { fromBase64, fromHex, toHex, utf8 } from '@tallystick/engine/base'
import { parseTimeStampResponse } from '@tallystick/engine/log'
import { describe, expect, it } from 'vitest'
import { formatDer, formatDerInteger } from '../../../../../engine/base/der.ts'
import { sha256 } from '../../../../../functions/service/platform/hasher.ts'
import {
  anchor,
  BUCKET,
  connect,
  indexKey,
  indexOrigin,
  logLines,
  newestCheckpoint,
  outside,
  sealRun,
  standAlone,
} from '../../../../support/worker/index-log.ts'
import { type TestWitness, testWitness } from '../../../../support/worker/witness.ts'

standAlone()

describe('witnesses', () => {
  it('cosign every checkpoint, from the size that they cosigned before', async () => {
    const witness = await testWitness('w1.example', [indexKey])
    await sealRun()
    await anchor(connect(witness))
    await sealRun()
    await anchor(connect(witness))
    const { state, note, size } = await newestCheckpoint()
    expect(state).toBe('complete')
    expect(note).toContain('— w1.example ')
    expect(witness.tree?.size).toBe(size)
    expect(witness.requests).toHaveLength(2)
  })

  it('tell what they know, and are asked again from there', async () => {
    const witness = await testWitness('w2.example', [indexKey])
    await sealRun()
    await anchor()
    witness.tree = await newestCheckpoint()
    await sealRun()
    await anchor(connect(witness))
    expect((await newestCheckpoint()).state).toBe('complete')
    expect(witness.requests).toHaveLength(2)
  })

  it('that fail keep nothing from the others, and are asked again by the next call', async () => {
    const [good, late] = [await testWitness('good.example', [indexKey]), await testWitness('late.example', [indexKey])]
    const both = connect(good, late)
    outside.delete(`${late.url}/add-checkpoint`)
    await sealRun()
    await anchor(both)
    expect((await newestCheckpoint()).state).toBe('anchored')
    await anchor(connect(good, late))
    const { state, note } = await newestCheckpoint()
    expect(state).toBe('complete')
    expect(note.match(/^— \S+\.example /gm)).toHaveLength(2)
    expect(good.requests).toHaveLength(1)
  })

  it('show readers of the log what they said', async () => {
    const witness = await testWitness('w3.example', [indexKey])
    await sealRun()
    await anchor(connect(witness))
    const published = await BUCKET.get(`log/${indexOrigin}/checkpoint`)
    expect(await published?.text()).toContain('— w3.example ')
  })

  const lies: readonly [string, (witness: TestWitness) => Promise<unknown>][] = [
    [
      'status 500',
      async ({ url }) => outside.set(`${url}/add-checkpoint`, async () => new Response('', { status: 500 })),
    ],
    ['a redirect', async ({ url }) => outside.set(`${url}/add-checkpoint`, async () => Response.redirect(url, 307))],
    ['text', async ({ url }) => outside.set(`${url}/add-checkpoint`, async () => new Response('<html>'))],
    ['no end', async ({ url }) => outside.set(`${url}/add-checkpoint`, async () => new Response(endless()))],
    [
      'a size above that of the log',
      async (witness) => {
        witness.tree = { size: 1_000_000, root: 'ab'.repeat(32) }
      },
    ],
    [
      'another tree of the same size',
      async (witness) => {
        witness.tree = { size: (await newestCheckpoint()).size + 1, root: 'ab'.repeat(32) }
      },
    ],
    [
      'a time of tomorrow',
      async (witness) => {
        witness.ahead = 86_400
      },
    ],
    [
      'the cosignature of another',
      async ({ url }) => {
        const other = await testWitness('other.example', [indexKey])
        outside.set(`${url}/add-checkpoint`, other.answer)
      },
    ],
    [
      'a cosignature that does not hold',
      async (witness) => {
        outside.set(`${witness.url}/add-checkpoint`, async (request) => {
          const line = await (await witness.answer(request)).text()
          return new Response(line.replace(/.{6}\n$/, 'AAAAA=\n'))
        })
      },
    ],
  ]
  it.each(lies)('that answer with %s confirm nothing', async (_, lie) => {
    const witness = await testWitness('liar.example', [indexKey])
    const variables = connect(witness)
    await sealRun()
    await lie(witness)
    await anchor(variables)
    const { state, note } = await newestCheckpoint()
    expect(state).toBe('signed')
    expect(note).not.toContain('.example')
    expect(logLines.join()).toContain('liar.example')
  })
})

describe('a time stamp', () => {
  const url = 'https://tsa.test/'
  const answerWith = (change: (request: Uint8Array) => { hash: Uint8Array; nonce: Uint8Array }) =>
    outside.set(url, async (request) => {
      expect(request.headers.get('Content-Type')).toBe('application/timestamp-query')
      return new Response(stampOf(change(new Uint8Array(await request.arrayBuffer()))))
    })
  const asked = (request: Uint8Array) => {
    const hex = toHex(request)
    const nonce = /^.*020900(.{16})0101ff$/.exec(hex)?.[1] ?? ''
    return { hash: request.slice(24, 56), nonce: fromHex(nonce) }
  }

  it('is of the text of the newest checkpoint, and anchors it where there are no witnesses', async () => {
    answerWith(asked)
    await sealRun()
    await anchor({ TIMESTAMP_URL: url })
    const { note, timeStamp, state } = await newestCheckpoint()
    const stamp = parseTimeStampResponse(fromBase64(timeStamp ?? '') ?? new Uint8Array())
    const text = note.slice(0, note.indexOf('\n\n') + 1)
    expect(stamp).toMatchObject({ ok: true, value: { hash: toHex(sha256(utf8(text))), time: '2026-11-22T16:00:00Z' } })
    expect(state).toBe('complete')
  })

  it('does not anchor where the witnesses say nothing', async () => {
    answerWith(asked)
    const witness = await testWitness('silent.example', [indexKey])
    const variables = connect(witness)
    outside.delete(`${witness.url}/add-checkpoint`)
    await sealRun()
    await anchor({ ...variables, TIMESTAMP_URL: url })
    expect(await newestCheckpoint()).toMatchObject({ state: 'signed', timeStamp: expect.any(String) })
  })

  it.each([
    ['of something else', (request: Uint8Array) => ({ ...asked(request), hash: new Uint8Array(32) })],
    ['in answer to another question', (request: Uint8Array) => ({ ...asked(request), nonce: Uint8Array.of(0x81) })],
  ])('%s is not stored', async (_, change) => {
    answerWith(change)
    await sealRun()
    await anchor({ TIMESTAMP_URL: url })
    expect(await newestCheckpoint()).toMatchObject({ state: 'signed', timeStamp: null })
  })
})

function endless(): ReadableStream<Uint8Array> {
  return new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(65_536)) })
}

/** A TimeStampResp that nobody signed. */
function stampOf({ hash, nonce }: { readonly hash: Uint8Array; readonly nonce: Uint8Array }): Uint8Array {
  const [sequence, oid, octets, explicit] = [0x30, 0x06, 0x04, 0xa0]
  const algorithm = formatDer(sequence, formatDer(oid, fromHex('608648016503040201')))
  const info = formatDer(
    sequence,
    formatDerInteger(Uint8Array.of(1)),
    formatDer(oid, Uint8Array.of(0x2a)),
    formatDer(sequence, algorithm, formatDer(octets, hash)),
    formatDerInteger(Uint8Array.of(7)),
    formatDer(0x18, utf8('20261122160000Z')),
    formatDerInteger(nonce),
  )
  const content = formatDer(
    sequence,
    formatDer(oid, fromHex('2a864886f70d0109100104')),
    formatDer(explicit, formatDer(octets, info)),
  )
  const signed = formatDer(sequence, formatDerInteger(Uint8Array.of(3)), formatDer(0x31), content)
  const token = formatDer(sequence, formatDer(oid, fromHex('2a864886f70d010702')), formatDer(explicit, signed))
  return formatDer(sequence, formatDer(sequence, formatDerInteger(Uint8Array.of(0))), token)
}
