import {
  cosign,
  cosignerKeyOf,
  formatCosignerKey,
  formatTreeSize,
  treeSizeAnswer,
  type VerifierKey,
  type WitnessedTree,
  witnessCheckpoint,
} from '@tallystick/engine/log'
import { verifySignature } from '../../../functions/audit/base/verify-signature.ts'
import { sha256 } from '../../../functions/service/platform/hasher.ts'

/** A witness (C2SP tlog-witness) in the memory of a test. */
export interface TestWitness {
  /** Its line of WITNESSES. */
  readonly line: string
  readonly url: string
  readonly name: string
  /** How often it was asked. */
  readonly requests: Request[]
  /** The log that it knows; it takes every key of it on trust. */
  tree: WitnessedTree | undefined
  /** Seconds that its clock is ahead. */
  ahead: number
  readonly answer: (request: Request) => Promise<Response>
}

/** A witness of this name for logs that `keys` sign, with a key of its own. */
export async function testWitness(name: string, keys: readonly VerifierKey[]): Promise<TestWitness> {
  const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])
  if (!('privateKey' in pair)) throw new Error('There is no pair of keys')
  const exported = await crypto.subtle.exportKey('raw', pair.publicKey)
  if (!(exported instanceof ArrayBuffer)) throw new Error('A raw key is bytes')
  const publicKey = new Uint8Array(exported)
  const sign = async (message: Uint8Array) =>
    new Uint8Array(await crypto.subtle.sign('Ed25519', pair.privateKey, message))
  const url = `https://${name}.test/add`
  const witness: TestWitness = {
    name,
    url,
    line: `${formatCosignerKey(cosignerKeyOf(sha256, name, publicKey))} ${url}/`,
    requests: [],
    tree: undefined,
    ahead: 0,
    async answer(request) {
      witness.requests.push(request.clone())
      const view = { keysOf: () => keys, treeOf: () => witness.tree }
      const decision = await witnessCheckpoint({ sha256, verify: verifySignature }, view, await request.text())
      if (decision.status === 'conflict')
        return new Response(formatTreeSize(decision.known), {
          status: treeSizeAnswer.status,
          headers: { 'Content-Type': treeSizeAnswer.type },
        })
      if (decision.status !== 'cosign') return new Response(decision.status, { status: 422 })
      witness.tree = decision.checkpoint
      const time = BigInt(Math.floor(Date.now() / 1000) + witness.ahead)
      return new Response(await cosign(sha256, { name, publicKey, sign }, { text: decision.text, time }))
    },
  }
  return witness
}
