import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../engine/base/bytes.ts'
import {
  formatAddCheckpoint,
  formatTreeSize,
  parseAddCheckpoint,
  parseTreeSizeLine,
} from '../../../engine/log/add-checkpoint.ts'
import { type Checkpoint, signCheckpoint } from '../../../engine/log/checkpoint.ts'
import { type VerifierKey, verifierKeyOf } from '../../../engine/log/verifier-key.ts'
import { type WitnessedTree, witnessCheckpoint } from '../../../engine/log/witness.ts'
import { rootOfLines } from '../../../engine/merkle/frontier.ts'
import { emptyRoot, leafHash, nodeHash } from '../../../engine/merkle/tree.ts'
import { signerOf, verifySignature } from '../support/ed25519.ts'
import { sha256 } from '../support/sha256.ts'

/** From the tests of github.com/FiloSottile/torchwood, whose log and proofs are those of sigsum-go. */
const sigsum = {
  origin: 'sigsum.org/v1/tree/4d6d8825a6bb689d459628312889dfbb0bcd41b5211d9e1ce768b0ff0309e562',
  publicKey: 'ffdc2d4d98e4124d3feaf788c0c2f9abfd796083d1f0495437f302ec79cf100f',
}
const first = `old 0

${sigsum.origin}
1
KgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=

— ${sigsum.origin} UgIom7fPZTqpxWWhyjWduBvTvGVqsokMbqTArsQilegKoFBJQjUFAmQ0+YeSPM3wfUQMFSzVnnNuWRTYrajXpNUbIQY=
`
const third = `old 1
KgEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
KgIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=

${sigsum.origin}
3
RcCI1Nk56ZcSmIEfIn0SleqtV7uvrlXNccFx595Iwl0=

— ${sigsum.origin} UgIom2VbtIcdFbwFAy1n7s6IkAxIY6J/GQOTuZF2ORV39d75cbAj2aQYwyJre36kezNobZs4SUUdrcawfAB8WVrx6go=
`

const platform = { sha256, verify: verifySignature }

describe('a witness', () => {
  const knownTo = (keys: readonly VerifierKey[], tree?: WitnessedTree) => ({
    keysOf: (origin: string) => keys.filter(({ name }) => name === origin),
    treeOf: () => tree,
  })

  it('takes the requests of the reference implementation', async () => {
    const keys = [verifierKeyOf(sha256, sigsum.origin, fromHex(sigsum.publicKey))]
    const one = await witnessCheckpoint(platform, knownTo(keys), first)
    expect(one).toMatchObject({ status: 'cosign', known: 0, checkpoint: { size: 1 } })
    if (one.status !== 'cosign') return
    const three = await witnessCheckpoint(platform, knownTo(keys, one.checkpoint), third)
    expect(three).toMatchObject({ status: 'cosign', known: 1, checkpoint: { size: 3 } })
  })

  const log = signerOf(1)
  const origin = 'log.example.com/index'
  const keys = [verifierKeyOf(sha256, origin, log.publicKey)]
  const leaves = ['a', 'b', 'c'].map((line) => leafHash(sha256, Buffer.from(line)))
  const [a, b, c] = leaves.map(toHex)
  const roots = [[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map((lines) => rootOfLines(sha256, lines))
  const [empty = '', rootOfA = '', rootOfAb = '', rootOfAbc = ''] = roots
  const noteOf = (size: number, root: string, signer = log): Promise<string> =>
    signCheckpoint(sha256, { origin, size, root } satisfies Checkpoint, [signer])
  const submit = async (
    request: { readonly old: number; readonly proof?: readonly (string | undefined)[]; readonly note: Promise<string> },
    tree?: WitnessedTree,
  ) => {
    const consistency = (request.proof ?? []).map((hash) => hash ?? '')
    const body = formatAddCheckpoint({ oldSize: request.old, consistency, checkpoint: await request.note })
    return (await witnessCheckpoint(platform, knownTo(keys, tree), body)).status
  }
  const knownA = { size: 1, root: rootOfA }

  it('cosigns the first tree of a log, the empty one too', async () => {
    expect(await submit({ old: 0, note: noteOf(2, rootOfAb) })).toBe('cosign')
    expect(await submit({ old: 0, note: noteOf(0, empty) })).toBe('cosign')
  })

  it('cosigns a tree that begins with the one it knows, and that one again', async () => {
    expect(await submit({ old: 1, proof: [b], note: noteOf(2, rootOfAb) }, knownA)).toBe('cosign')
    expect(await submit({ old: 1, proof: [b, c], note: noteOf(3, rootOfAbc) }, knownA)).toBe('cosign')
    expect(await submit({ old: 1, note: noteOf(1, rootOfA) }, knownA)).toBe('cosign')
  })

  it('does not know the log of another origin', async () => {
    const note = await signCheckpoint(sha256, { origin: 'elsewhere', size: 1, root: rootOfA }, [log])
    const body = formatAddCheckpoint({ oldSize: 0, consistency: [], checkpoint: note })
    expect(await witnessCheckpoint(platform, knownTo(keys), body)).toMatchObject({ status: 'unknown log' })
  })

  it('refuses a checkpoint that no trusted key has signed', async () => {
    expect(await submit({ old: 0, note: noteOf(1, rootOfA, signerOf(9)) })).toBe('not signed')
  })

  it('refuses an old size above that of the checkpoint, before it tells what it knows', async () => {
    expect(await submit({ old: 2, note: noteOf(1, rootOfA) }, knownA)).toBe('malformed')
  })

  it('tells the size that it knows where the request names another', async () => {
    const body = formatAddCheckpoint({ oldSize: 0, consistency: [], checkpoint: await noteOf(2, rootOfAb) })
    expect(await witnessCheckpoint(platform, knownTo(keys, knownA), body)).toEqual({ status: 'conflict', known: 1 })
  })

  it('finds two trees of one size in conflict', async () => {
    expect(await submit({ old: 1, note: noteOf(1, toHex(leaves[1] ?? new Uint8Array())) }, knownA)).toBe('conflict')
  })

  it('refuses a tree that does not begin with the one it knows', async () => {
    const forked = toHex(nodeHash(sha256, fromHex(b ?? ''), fromHex(c ?? '')))
    expect(await submit({ old: 1, proof: [c], note: noteOf(2, forked) }, knownA)).toBe('inconsistent')
    expect(await submit({ old: 1, note: noteOf(2, rootOfAb) }, knownA)).toBe('inconsistent')
    expect(await submit({ old: 1, proof: [b, b], note: noteOf(2, rootOfAb) }, knownA)).toBe('inconsistent')
    expect(await submit({ old: 1, proof: [b], note: noteOf(1, rootOfA) }, knownA)).toBe('inconsistent')
  })

  it('refuses a proof of the first tree, and an empty tree of another root', async () => {
    expect(await submit({ old: 0, proof: [a], note: noteOf(1, rootOfA) })).toBe('inconsistent')
    expect(await submit({ old: 0, note: noteOf(0, rootOfA) })).toBe('inconsistent')
    expect(empty).toBe(toHex(emptyRoot(sha256)))
  })

  it('refuses a body that is no request', async () => {
    for (const body of ['', 'old 0', 'old 0\n\n', first.replace('old 0', 'old 00'), first.replace('\n1\n', '\n01\n')])
      expect(await witnessCheckpoint(platform, knownTo(keys), body)).toMatchObject({ status: 'malformed' })
  })
})

describe('an add-checkpoint request', () => {
  it('reads back as what it was', () => {
    for (const text of [first, third]) {
      const read = parseAddCheckpoint(text)
      expect(read).toMatchObject({ ok: true })
      if (read.ok) expect(formatAddCheckpoint(read.value)).toBe(text)
    }
  })

  const hash = 'KgEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='
  it('has at most 63 hashes', () => {
    const withHashes = (count: number) => `old 1\n${`${hash}\n`.repeat(count)}\nnote`
    expect(parseAddCheckpoint(withHashes(63))).toMatchObject({ ok: true })
    expect(parseAddCheckpoint(withHashes(64))).toMatchObject({ ok: false })
    expect(parseAddCheckpoint(withHashes(100_000))).toMatchObject({ ok: false })
  })

  it.each([
    ['without an old size', `${hash}\n\nnote`],
    ['with a leading zero', 'old 01\n\nnote'],
    ['with a sign', 'old +1\n\nnote'],
    ['with no number', 'old \n\nnote'],
    ['with two spaces', 'old  1\n\nnote'],
    ['with a carriage return', 'old 1\r\n\r\nnote'],
    ['without a blank line', 'old 1\nnote'],
    ['with a short hash', `old 1\n${hash.slice(4)}\n\nnote`],
    ['with a hash in hex', `old 1\n${'ab'.repeat(32)}\n\nnote`],
    ['with a size that a number does not hold', 'old 9007199254740993\n\nnote'],
  ])('is refused %s', (_, text) => {
    expect(parseAddCheckpoint(text)).toMatchObject({ ok: false })
  })
})

describe('the size in an answer with status 409', () => {
  it('is a decimal number and a newline', () => {
    expect(formatTreeSize(20_852_163)).toBe('20852163\n')
    expect(parseTreeSizeLine('20852163\n')).toEqual({ ok: true, value: 20_852_163 })
    for (const text of ['', '5', '05\n', '5\r\n', '5\n\n', '-5\n', '5e3\n', `${'9'.repeat(40)}\n`])
      expect(parseTreeSizeLine(text)).toMatchObject({ ok: false })
  })
})
