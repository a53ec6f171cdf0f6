import { verifySignature } from '@tallystick/audit/base/verify-signature'
import { toBase64, toHex, utf8 } from '@tallystick/engine/base'
import {
  formatTimeStampRequest,
  openCosignatures,
  openTileTree,
  parseNote,
  parseTimeStampResponse,
  TileError,
  timeStampQueryType,
} from '@tallystick/engine/log'
import { sha256 } from '../../platform/hasher.ts'
import {
  type CheckpointState,
  type IndexCheckpointRow,
  indexCheckpointStore,
  indexWitnessStore,
} from '../../store/index-store.ts'
import type { LogObjects } from '../../store/log-objects.ts'
import type { AnchorSettings, Witness } from './anchor-settings.ts'
import { askWitness, type Submission, withSignatures } from './ask-witness.ts'
import type { IndexTree } from './index-signer.ts'
import { type IndexAccess, indexFilesOf } from './open-index.ts'
import { postOutside } from './post-outside.ts'

/** Asks the witnesses and the authority that have not confirmed yet. After a failure the next call asks again. */
export async function confirmNewest(
  access: IndexAccess,
  { size, root }: IndexTree,
  settings: AnchorSettings,
): Promise<void> {
  const [newest] = await indexCheckpointStore(access.db).upTo(size)
  if (newest?.size !== size || newest.root !== root || newest.state === 'complete') return
  const missing = await missingWitnesses(newest, settings.witnesses)
  const objects = indexFilesOf(access)
  const submission = submissionOf(objects, newest)
  const [signatures, timeStamp] = await Promise.all([
    Promise.all(missing.map((witness) => signatureOf(access, witness, submission))),
    newest.timeStamp ?? timeStampOf(access, settings, newest),
  ])
  const added = signatures.filter((signature) => signature !== undefined)
  if (added.length === 0 && timeStamp === newest.timeStamp) return
  const next = {
    note: added.length === 0 ? newest.note : withSignatures(newest.note, added),
    timeStamp,
    state: stateOf(settings, { cosignedCount: settings.witnesses.length - missing.length + added.length, timeStamp }),
  }
  await indexCheckpointStore(access.db).confirm(newest, next)
  if (added.length > 0) await republish(objects, next.note)
}

async function missingWitnesses(
  { note }: IndexCheckpointRow,
  witnesses: readonly Witness[],
): Promise<readonly Witness[]> {
  const opened = await openCosignatures({ note, cosigners: witnesses.map(({ key }) => key), verify: verifySignature })
  if (!opened.ok) throw new Error(`The newest checkpoint of the index: ${opened.detail}`)
  return witnesses.filter(({ key }) => opened.value.cosignatures.every((each) => each.key !== key))
}

const submissionOf = (objects: LogObjects, tree: IndexCheckpointRow): Submission => ({
  note: tree.note,
  size: tree.size,
  async consistencyFrom(from) {
    if (from === 0 || from === tree.size) return []
    try {
      return (await (await openTileTree(sha256, tree, objects.read)).consistency(from, tree.size)).hashes
    } catch (error) {
      // Without these tiles the witness is not asked.
      if (error instanceof TileError) return undefined
      throw error
    }
  },
})

async function signatureOf({ db, isolate }: IndexAccess, witness: Witness, submission: Submission) {
  const witnesses = indexWitnessStore(db)
  const [last] = await witnesses.find(witness.vkey)
  const answer = await askWitness(witness, submission, { known: last?.size ?? 0, now: isolate.now() })
  const known = answer.ok ? submission.size : answer.known
  if (known !== undefined) await witnesses.save(witness.vkey, known)
  if (answer.ok) return answer.signature
  isolate.log(JSON.stringify({ witness: witness.key.name, size: submission.size, refused: answer.detail }))
  return undefined
}

async function timeStampOf(
  { isolate }: IndexAccess,
  { timeStampUrl }: AnchorSettings,
  { note, size }: IndexCheckpointRow,
): Promise<string | null> {
  if (timeStampUrl === undefined) return null
  const stamp = await askTimeStamp(timeStampUrl, note)
  if (stamp === undefined) isolate.log(JSON.stringify({ timeStamp: 'refused', size }))
  return stamp ?? null
}

/** A time stamp alone counts only without witnesses: it does not show that everybody sees the same log. */
function stateOf(
  { witnesses, timeStampUrl }: AnchorSettings,
  { cosignedCount, timeStamp }: { readonly cosignedCount: number; readonly timeStamp: string | null },
): CheckpointState {
  const isStamped = timeStampUrl === undefined || timeStamp !== null
  if (witnesses.length + (timeStampUrl === undefined ? 0 : 1) === 0) return 'signed'
  if (cosignedCount === witnesses.length && isStamped) return 'complete'
  return cosignedCount > 0 || (witnesses.length === 0 && isStamped) ? 'anchored' : 'signed'
}

async function republish(objects: LogObjects, note: string): Promise<void> {
  const published = await objects.newest()
  if (published !== undefined && textOf(published.note) === textOf(note)) await objects.publish(note, published)
}

const textOf = (note: string): string => note.slice(0, note.lastIndexOf('\n\n'))

const randomByteCount = 7

/**
 * The answer (TimeStampResp, RFC 3161) of an authority to the text of a note, in base64; undefined unless it stamps the
 * text's SHA-256 with our nonce. Does not verify the authority's signature: whoever relies on the stamp does, with
 * certificates that they trust.
 */
async function askTimeStamp(url: string, note: string): Promise<string | undefined> {
  const parsed = parseNote(note)
  if (!parsed.ok) throw new Error(`A note of ours is none: ${parsed.detail}`)
  const hash = sha256(utf8(parsed.value.text))
  // The first bit is 1, so that the nonce has one spelling even if the authority drops leading zeros.
  const nonce = Uint8Array.of(0x80, ...crypto.getRandomValues(new Uint8Array(randomByteCount)))
  const answer = await postOutside(url, { type: timeStampQueryType, body: formatTimeStampRequest({ hash, nonce }) })
  if (answer?.status !== 200) return undefined
  const stamp = parseTimeStampResponse(answer.bytes)
  if (!stamp.ok || stamp.value.hash !== toHex(hash) || stamp.value.nonce !== toHex(nonce)) return undefined
  return toBase64(answer.bytes)
}
