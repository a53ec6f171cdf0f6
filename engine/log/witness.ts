import { toHex } from '../base/bytes.ts'
import type { Sha256 } from '../base/hasher.ts'
import { verifyConsistency } from '../merkle/proofs.ts'
import { emptyRoot } from '../merkle/tree.ts'
import { type AddCheckpoint, parseAddCheckpoint } from './add-checkpoint.ts'
import { type Checkpoint, parseAnyCheckpoint, signersOf, type VerifySignature } from './checkpoint.ts'
import { parseNote, type SignedNote } from './signed-note.ts'
import type { VerifierKey } from './verifier-key.ts'

export type WitnessedTree = Pick<Checkpoint, 'size' | 'root'>

interface WitnessView {
  /** The keys of the log with this origin; empty for a log that the witness does not know. */
  readonly keysOf: (origin: string) => readonly VerifierKey[]
  /** The tree that the witness has cosigned last; undefined before its first cosignature. */
  readonly treeOf: (origin: string) => WitnessedTree | undefined
}

/**
 * What a witness answers. For `cosign` it stores the new tree, unless the stored one has changed meanwhile, and answers
 * 200.
 */
export type WitnessDecision =
  | { readonly status: 'cosign'; readonly text: string; readonly checkpoint: Checkpoint; readonly known: number }
  | { readonly status: 'conflict'; readonly known: number }
  | { readonly status: Refusal; readonly detail: string }

/** The statuses for these are 400, 404, 403 and 422, in this order. */
type Refusal = 'malformed' | 'unknown log' | 'not signed' | 'inconsistent'

/** Checks the body of a request in the order that the specification wants. Never throws because of the body. */
export async function witnessCheckpoint(
  { sha256, verify }: { readonly sha256: Sha256; readonly verify: VerifySignature },
  view: WitnessView,
  body: string,
): Promise<WitnessDecision> {
  const request = parseAddCheckpoint(body)
  if (!request.ok) return { status: 'malformed', detail: request.detail }
  const note = parseNote(request.value.checkpoint)
  if (!note.ok) return { status: 'malformed', detail: note.detail }
  const checkpoint = parseAnyCheckpoint(note.value.text)
  if (!checkpoint.ok) return { status: 'malformed', detail: checkpoint.detail }
  const { origin } = checkpoint.value
  const keys = view.keysOf(origin)
  if (keys.length === 0) return { status: 'unknown log', detail: 'This witness does not know the log of this origin' }
  const signedBy = await signersOf(note.value, { keys, verify })
  if (!signedBy.ok) return { status: 'not signed', detail: signedBy.detail }
  return judgeTree(sha256, { request: request.value, note: note.value, checkpoint: checkpoint.value }, view)
}

interface Submission {
  readonly request: AddCheckpoint
  readonly note: SignedNote
  readonly checkpoint: Checkpoint
}

function judgeTree(sha256: Sha256, { request, note, checkpoint }: Submission, view: WitnessView): WitnessDecision {
  const { oldSize, consistency } = request
  const { size, root } = checkpoint
  if (oldSize > size) return { status: 'malformed', detail: 'The old size is above that of the checkpoint' }
  const empty = toHex(emptyRoot(sha256))
  const known = view.treeOf(checkpoint.origin) ?? { size: 0, root: empty }
  if (known.size !== oldSize) return { status: 'conflict', known: known.size }
  // There is only one empty tree, so another root for size 0 is an inconsistency rather than a conflict.
  if (size === oldSize && size > 0 && root !== known.root) return { status: 'conflict', known: known.size }
  const proof = { from: oldSize, to: size, hashes: consistency }
  if ((size === 0 && root !== empty) || !verifyConsistency(sha256, { fromRoot: known.root, toRoot: root, proof }))
    return { status: 'inconsistent', detail: 'The checkpoint does not continue the one that was cosigned last' }
  return { status: 'cosign', text: note.text, checkpoint, known: known.size }
}
