import {
  type Anchor,
  checkpointInNote,
  cosign,
  cosignerKeyOf,
  formatAnchor,
  formatCosignerKey,
  formatHead,
  formatVkey,
  hashOfLine,
  indexOriginOfLog,
  rootOfLines,
  signCheckpoint,
  utf8,
  verifierKeyOf,
} from '../../../engine/index.ts'
import { signerOf } from '../../engine/support/ed25519.ts'
import { packOf } from '../../engine/support/packed.ts'
import { readOf } from '../../engine/support/read-of.ts'
import { origin, seal } from '../../engine/support/sealed.ts'
import { sealedCase } from '../../engine/support/sealed-case.ts'
import { sha256 } from '../../engine/support/sha256.ts'
import type { PackFiles } from './pack.ts'

/** A pack whose run two witnesses may have confirmed, and policies that ask for them. */

const time = 1_700_000_000n
const stored = await seal(sealedCase)
/** The checkpoint of the run. */
export const own = readOf(checkpointInNote(stored.checkpoint ?? ''))
const indexOrigin = indexOriginOfLog(origin)
const index = signerOf(20)
const witnesses = [11, 12].map((seed) => ({ ...signerOf(seed), name: `w${seed}.example` }))
const [w11 = '', w12 = ''] = witnesses.map(({ name, publicKey }) =>
  formatCosignerKey(cosignerKeyOf(sha256, name, publicKey)),
)
/** A line of a policy for each key that signed the run. */
export const logKeys = stored.keys.map((vkey) => `log ${vkey}\n`).join('')
/** The key of the index of all logs. */
export const indexKey = formatVkey(verifierKeyOf(sha256, indexOrigin, index.publicKey))

/** The anchor of the stored run, cosigned by the first `count` witnesses. */
export async function anchorBy(count: number): Promise<Anchor> {
  const head = formatHead(own)
  const other = formatHead({ origin: 'log.example.com/other', size: 1, root: 'ab'.repeat(32) })
  const tree = { origin: indexOrigin, size: 2, root: rootOfLines(sha256, [head, other]) }
  const note = await signCheckpoint(sha256, tree, [index])
  const text = note.slice(0, note.indexOf('\n\n') + 1)
  const lines = await Promise.all(witnesses.slice(0, count).map((each) => cosign(sha256, each, { text, time })))
  return {
    checkpoint: note + lines.join(''),
    consistency: { from: own.size, to: own.size, hashes: [] },
    head,
    inclusion: { index: 0, size: 2, hashes: [hashOfLine(sha256, other)] },
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
