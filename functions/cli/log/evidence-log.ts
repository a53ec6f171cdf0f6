import { bytesAt } from '@tallystick/audit/base/evidence-blob'
import { type EvidenceFile, type EvidenceUse, refused } from '@tallystick/audit/verify/evidence-file'
import { openPack } from '@tallystick/audit/verify/pack-file'
import type { EvidenceLog } from '@tallystick/audit/verify/verification'
import { textOf } from '@tallystick/engine/base'
import { checkpointInNote } from '@tallystick/engine/log'
import { parseLineProof } from '@tallystick/engine/verify'
import { withEvidence } from '../evidence/open-evidence.ts'

/** The log that a pack, the proof of a single line, or a signed checkpoint belongs to. Nothing is verified. */
export const readEvidenceLog = (path: string): Promise<EvidenceUse<EvidenceLog>> => withEvidence(path, readLog)

/** The largest file that is read: several times the size of any proof of a line. */
const byteCountMax = 64 * 2 ** 20

async function readLog({ blob, kind, got }: EvidenceFile): Promise<EvidenceUse<EvidenceLog>> {
  if (kind === 'pack') {
    const pack = await openPack(blob)
    return pack.ok ? { ok: true, value: pack.value.input } : pack
  }
  if (blob.size > byteCountMax) return refused(`Got ${got} of ${blob.size} bytes, wanted at most ${byteCountMax}`)
  const text = textOf(await bytesAt(blob, 0, blob.size))
  if (text === undefined) return refused(`Got ${got}, wanted ${wanted}`)
  if (kind === 'unknown') {
    const checkpoint = checkpointInNote(text)
    if (checkpoint.ok) return { ok: true, value: { checkpoint: text, keys: [] } }
    return refused(`Got ${got}, wanted ${wanted} (as a checkpoint: ${checkpoint.detail})`)
  }
  const proof = parseLineProof(text)
  return proof.ok ? { ok: true, value: proof.value } : refused(proof.detail)
}

const wanted = 'a pack, the proof of a line or a checkpoint'
