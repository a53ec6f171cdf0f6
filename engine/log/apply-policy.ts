import { type Parsed, parsed, refused } from '../base/parsed.ts'
import { type Checkpoint, parseAnyCheckpoint, signersOf, type VerifySignature } from './checkpoint.ts'
import { type Cosignature, openCosignatures } from './cosignature.ts'
import { parseNote } from './signed-note.ts'
import { isWitnessed, type TlogPolicy } from './tlog-policy.ts'
import type { VerifierKey } from './verifier-key.ts'

interface PolicyCheckpoint {
  readonly checkpoint: Checkpoint
  readonly signedBy: readonly VerifierKey[]
  readonly cosignatures: readonly Cosignature[]
  /** Whether enough witnesses have cosigned; also true where the policy needs none. */
  readonly hasQuorum: boolean
}

/**
 * Reads a checkpoint under a policy (C2SP tlog-policy). A log of the policy must have signed the note, with the origin
 * as its name. Refuses a note on which a signature of that log or of a witness of the policy does not hold.
 */
export async function openUnderPolicy(
  note: string,
  { policy, verify }: { readonly policy: TlogPolicy; readonly verify: VerifySignature },
): Promise<Parsed<PolicyCheckpoint>> {
  const read = parseNote(note)
  if (!read.ok) return read
  const checkpoint = parseAnyCheckpoint(read.value.text)
  if (!checkpoint.ok) return checkpoint
  const keys = policy.logs.filter(({ name }) => name === checkpoint.value.origin)
  if (keys.length === 0) return refused(`The policy has no log of the origin ${checkpoint.value.origin}`)
  const signedBy = await signersOf(read.value, { keys, verify })
  if (!signedBy.ok) return signedBy
  const cosigned = await openCosignatures({ note, cosigners: policy.witnesses.map(({ key }) => key), verify })
  if (!cosigned.ok) return cosigned
  const { cosignatures } = cosigned.value
  const hasQuorum =
    policy.quorum === undefined || isWitnessed(policy.quorum, new Set(cosignatures.map(({ key }) => key)))
  return parsed({ checkpoint: checkpoint.value, signedBy: signedBy.value, cosignatures, hasQuorum })
}
