import { formatNote, formatVkey, parseNote, verifierKeyOf } from '@tallystick/engine/log'
import { formatKeyPeriods, formatKeys } from '@tallystick/engine/verify'
import { signerOf } from '../../../engine/support/ed25519.ts'
import { periodsOf } from '../../../engine/support/key-periods.ts'
import { readOf } from '../../../engine/support/read-of.ts'
import { origin } from '../../../engine/support/sealed.ts'
import { sha256 } from '../../../engine/support/sha256.ts'
import { type PackFiles, textIn, withFile, zipped } from '../pack.ts'
import { evidenceOf } from './honest-evidence.ts'
import { signaturesOf } from './reseal.ts'
import { pack, type Spelled } from './spelled.ts'

/**
 * Keys that sign outside of their period: held against it is whoever signed a pack's own checkpoint, and neither who signed
 * the one before nor a proof.
 */

const [one, three] = [signerOf(1), signerOf(3)]
const keyNames = formatKeys([one, three].map(({ publicKey }) => formatVkey(verifierKeyOf(sha256, origin, publicKey))))

/** The pack, the checkpoint before of which the third key alone signed, with this root or its own. */
async function signedBefore(root?: string): Promise<PackFiles> {
  const { text } = readOf(parseNote(textIn(pack, 'previous-checkpoint.txt')))
  const [name = '', size = '', own = ''] = text.split('\n')
  const changed = `${name}\n${size}\n${root ?? own}\n`
  const note = formatNote({ text: changed, signatures: await signaturesOf(changed, [three]) })
  const periods = formatKeyPeriods(await periodsOf([one, '2026-01-01']))
  const known = withFile(withFile(pack, 'keys.txt', keyNames), 'key-periods.txt', periods)
  return withFile(known, 'previous-checkpoint.txt', note)
}

const ended = withFile(
  pack,
  'key-periods.txt',
  formatKeyPeriods(await periodsOf([one, '2026-01-01'], [three, '2026-01-02', '2026-11-19'])),
)

/** A pack and its proofs, each with the exit code wanted of it; a tlog-proof has no checkpoint before. */
async function rowsOf(
  what: string,
  files: PackFiles,
  wanted: { readonly [form in 'pack' | 'proof' | 'tlog']: Spelled['wanted'] },
): Promise<readonly Spelled[]> {
  const { proofs, tlogProofs } = await evidenceOf(what, files)
  return [
    { what: `a pack with ${what}`, content: zipped(files), wanted: wanted.pack },
    ...proofs.map((content) => ({ what: `a proof with ${what}`, content, wanted: wanted.proof })),
    ...tlogProofs.map((content) => ({ what: `a tlog-proof with ${what}`, content, wanted: wanted.tlog })),
  ]
}

const before = 'a checkpoint before of a key without a period'

export const undatedKeys: readonly Spelled[] = [
  ...(await rowsOf(before, await signedBefore(), { pack: 0, proof: 0, tlog: 0 })),
  ...(await rowsOf(`${before}, and of another root`, await signedBefore(`${'A'.repeat(43)}=`), {
    pack: 1,
    proof: 1,
    tlog: 0,
  })),
  ...(await rowsOf('a checkpoint of a key that had ended', ended, { pack: 1, proof: 0, tlog: 0 })),
]
