import { verifySignature } from '@tallystick/audit/base/verify-signature'
import { textOf } from '@tallystick/engine/base'
import {
  formatAddCheckpoint,
  formatNote,
  openCosignatures,
  parseNote,
  parseTreeSizeLine,
  type SignedNote,
  treeSizeAnswer,
} from '@tallystick/engine/log'
import type { OutsideAnswer } from '../../platform/outside-request.ts'
import type { Witness } from './anchor-settings.ts'
import { postOutside } from './post-outside.ts'

export interface Submission {
  readonly note: string
  readonly size: number
  /** The proof that the log begins with its first `from` leaves; undefined where the tiles cannot be read. */
  readonly consistencyFrom: (from: number) => Promise<readonly string[] | undefined>
}

/** `detail` says why there is no cosignature. */
type WitnessAnswer =
  | { readonly ok: true; readonly signature: SignedNote['signatures'][number] }
  | { readonly ok: false; readonly detail: string; readonly known?: number }

/** How far a witness's clock may be off. A time further off does not say when the witness saw the checkpoint. */
const skewSecondsMax = 600

/**
 * Asks a witness to cosign a checkpoint (C2SP tlog-witness), from `known`, the size that it cosigned last. Asks once
 * more if the witness answers that it knows another size. Takes only a valid cosignature of the witness's key, made
 * within ten minutes of `now`. Never throws because of the witness.
 */
export async function askWitness(
  witness: Witness,
  submission: Submission,
  { known, now }: { readonly known: number; readonly now: number },
): Promise<WitnessAnswer> {
  const first = await submit(witness, submission, known)
  const size = first?.status === treeSizeAnswer.status ? sizeIn(first) : undefined
  if (size === undefined || size === known) return read(first, { witness, submission, now })
  if (size > submission.size) return { ok: false, detail: `It knows a size of ${size}, above that of the log` }
  const answer = await read(await submit(witness, submission, size), { witness, submission, now })
  return answer.ok ? answer : { ...answer, known: size }
}

async function submit(
  { url }: Witness,
  { note, consistencyFrom }: Submission,
  oldSize: number,
): Promise<OutsideAnswer | undefined> {
  const consistency = await consistencyFrom(oldSize)
  if (consistency === undefined) return undefined
  const body = formatAddCheckpoint({ oldSize, consistency, checkpoint: note })
  return postOutside(`${url}/add-checkpoint`, { type: 'text/plain; charset=utf-8', body })
}

function sizeIn({ type, bytes }: OutsideAnswer): number | undefined {
  const size = type === treeSizeAnswer.type ? parseTreeSizeLine(textOf(bytes) ?? '') : undefined
  return size?.ok ? size.value : undefined
}

interface Asked {
  readonly witness: Witness
  readonly submission: Submission
  readonly now: number
}

async function read(answer: OutsideAnswer | undefined, { witness, submission, now }: Asked): Promise<WitnessAnswer> {
  const { key } = witness
  if (answer === undefined) return { ok: false, detail: 'It gave no answer' }
  if (answer.status !== 200) return { ok: false, detail: `It answered with status ${answer.status}` }
  const cosigned = submission.note + (textOf(answer.bytes) ?? '')
  const parsed = parseNote(cosigned)
  const opened = await openCosignatures({ note: cosigned, cosigners: [key], verify: verifySignature })
  if (!parsed.ok || !opened.ok) return { ok: false, detail: 'Its answer holds no cosignature that can be verified' }
  const [own] = opened.value.cosignatures
  const signature = parsed.value.signatures.find(({ name, keyId }) => name === key.name && keyId === key.keyId)
  if (own === undefined || signature === undefined)
    return { ok: false, detail: 'Its answer holds no cosignature of its key' }
  if (Math.abs(Number(own.time) - now / 1000) > skewSecondsMax)
    return { ok: false, detail: 'Its cosignature is of another time' }
  return { ok: true, signature }
}

/** The note with further signature lines. Requires a note that `parseNote` reads. */
export function withSignatures(note: string, signatures: SignedNote['signatures']): string {
  const parsed = parseNote(note)
  if (!parsed.ok) throw new Error(`A note of ours is none: ${parsed.detail}`)
  return formatNote({ text: parsed.value.text, signatures: [...parsed.value.signatures, ...signatures] })
}
