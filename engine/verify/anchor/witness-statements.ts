import { openCosignatures } from '../../log/cosignature.ts'
import { parseNote } from '../../log/signed-note.ts'
import type { TlogPolicy } from '../../log/tlog-policy.ts'
import type { ChainPlatform } from '../chain/chain-input.ts'

export interface WitnessStatement {
  readonly name: string
  readonly keyId: string
  /** The time of the signature in seconds since 1970; undefined for a signature without a time. */
  readonly time: bigint | undefined
  /** Whether the policy has the key, and the cosignature holds. An unverified statement proves nothing. */
  readonly isVerified: boolean
}

/** The signatures in a note other than those of the log. Only cosignatures of the policy's witnesses are verified. */
export async function witnessesOf(
  { verify }: ChainPlatform,
  note: string,
  policy: TlogPolicy | undefined,
): Promise<readonly WitnessStatement[]> {
  const read = parseNote(note)
  if (!read.ok) return []
  const cosigners = policy?.witnesses.map(({ key }) => key) ?? []
  const opened = await openCosignatures({ note, cosigners, verify })
  const known = opened.ok ? opened.value.cosignatures : []
  const [origin] = read.value.text.split('\n')
  return read.value.signatures
    .filter(({ name }) => name !== origin)
    .map(({ name, keyId, signature }) => {
      const verified = known.find(({ key }) => key.name === name && key.keyId === keyId)
      return { name, keyId, time: verified?.time ?? timeIn(signature), isVerified: verified !== undefined }
    })
}

const timeIn = (signature: Uint8Array): bigint | undefined =>
  signature.length === 72 ? new DataView(signature.buffer, signature.byteOffset, 8).getBigUint64(0) : undefined
