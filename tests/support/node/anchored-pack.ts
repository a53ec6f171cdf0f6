import { utf8 } from '@tallystick/engine/base'
import {
  checkpointInNote,
  cosign,
  cosignerKeyOf,
  formatCosignerKey,
  formatHead,
  formatVkey,
  type IndexHead,
  indexOriginOfLog,
  logNameOf,
  signCheckpoint,
  verifierKeyOf,
} from '@tallystick/engine/log'
import { hashOfLine } from '@tallystick/engine/merkle'
import { type Anchor, formatAnchor } from '@tallystick/engine/verify'
import { signerOf } from '../../engine/support/ed25519.ts'
import { packOf } from '../../engine/support/packed.ts'
import { readOf } from '../../engine/support/read-of.ts'
import { origin, seal } from '../../engine/support/sealed.ts'
import { sealedCase } from '../../engine/support/sealed-case.ts'
import { sha256 } from '../../engine/support/sha256.ts'
import { inclusionOf, madeHeads } from '../made-heads.ts'
import type { PackFiles } from './pack.ts'

/** A pack whose run two witnesses may have confirmed, and policies that ask for them. */

const time = 1_700_000_000n
const stored = await seal(sealedCase)
/** The checkpoint of the run. */
export const own = readOf(checkpointInNote(stored.checkpoint ?? ''))
const indexOrigin = indexOriginOfLog(origin)
const indexSigner = signerOf(20)
const witnesses = [11, 12].map((seed) => ({ ...signerOf(seed), name: `w${seed}.example` }))
const [w11 = '', w12 = ''] = witnesses.map(({ name, publicKey }) =>
  formatCosignerKey(cosignerKeyOf(sha256, name, publicKey)),
)
/** A line of a policy for each key that signed the run. */
export const logKeys = stored.keys.map((vkey) => `log ${vkey}\n`).join('')
/** The key of the index of all logs. */
export const indexKey = formatVkey(verifierKeyOf(sha256, indexOrigin, indexSigner.publicKey))

const log = logNameOf(sha256, origin)
const before = readOf(checkpointInNote(stored.previousCheckpoint ?? ''))
/** The head of the run's log before the run was in it, and the one that has the run. */
const earlier = formatHead({ log, size: before.size, root: before.root, previous: null, consistency: [] })
/** The head with the run, as the anchor has it. */
export const headWith = (change: Partial<IndexHead> = {}): string =>
  formatHead({
    log,
    size: own.size,
    root: own.root,
    previous: { entry: 0, hash: hashOfLine(sha256, earlier) },
    consistency: stored.consistency,
    ...change,
  })
const head = headWith()
/** The entries of the index, between which another log has one. */
const index = [earlier, ...madeHeads([{ origin: 'log.example.com/other', size: 1 }]), head]

/** The anchor of the stored run, cosigned by the first `count` witnesses. */
export async function anchorBy(count: number): Promise<Anchor> {
  const { root, proof } = inclusionOf(index, 2)
  const tree = { origin: indexOrigin, size: 3, root }
  const note = await signCheckpoint(sha256, tree, [indexSigner])
  const text = note.slice(0, note.indexOf('\n\n') + 1)
  const lines = await Promise.all(witnesses.slice(0, count).map((each) => cosign(sha256, each, { text, time })))
  return {
    checkpoint: note + lines.join(''),
    consistency: { from: own.size, to: own.size, hashes: [] },
    heads: [earlier, head],
    inclusion: proof,
    keys: [indexKey],
    timestamp: null,
  }
}

/** The pack without an anchor. */
export const pack = packOf(stored)

/** The pack with this anchor. */
export function anchored(anchor: Anchor): PackFiles {
  const files = [...pack].flatMap(([name, bytes]): [string, Uint8Array][] =>
    name === 'keys.txt'
      ? [
          [name, bytes],
          ['anchor.json', utf8(formatAnchor(anchor))],
        ]
      : [[name, bytes]],
  )
  return new Map(files)
}

/** A policy that knows both witnesses, and the logs of these lines. */
export const policyText = (quorum: string, logs = `${logKeys}log ${indexKey}\n`): string =>
  `${logs}witness a ${w11}\nwitness b ${w12}\n${quorum}\n`
export const bothOf = 'group both all a b\nquorum both'
export const oneOf = 'group one any a b\nquorum one'
