import { isUtf8 } from 'node:buffer'
import { type ConsistencyProof, checkpointInNote, parseLineProof } from '@tallystick/engine'
import { type EvidenceFile, type EvidenceUse, withEvidence } from '../evidence/evidence-file.ts'
import { openPack } from '../evidence/pack-file.ts'

/** What a file of evidence says of the log. Nothing in it is verified. */
export interface EvidenceLog {
  /** The signed note; null for a run that was sealed before notes were signed. */
  readonly checkpoint: string | null
  /** The vkeys that the file brings; none of a checkpoint alone. */
  readonly keys: readonly string[]
  /** From the log before the receipt; undefined of a checkpoint alone. */
  readonly consistency?: ConsistencyProof | undefined
}

/** The log in a file: a pack, the proof of a single line, or a signed checkpoint. Otherwise why it has none. */
export const readEvidenceLog = (path: string): Promise<EvidenceUse<EvidenceLog>> => withEvidence(path, readLog)

/** Several times the size of any proof of a line. */
const byteCountMax = 64 * 2 ** 20

async function readLog(evidence: EvidenceFile): Promise<EvidenceUse<EvidenceLog>> {
  if (evidence.kind === 'pack') {
    const pack = await openPack(evidence.file)
    return pack.ok ? { ok: true, value: pack.value.input } : pack
  }
  if (evidence.byteCount > byteCountMax)
    return refused(`Got ${evidence.got} of ${evidence.byteCount} bytes, wanted at most ${byteCountMax}`)
  const bytes = await evidence.file.readFile()
  if (!isUtf8(bytes)) return refused(`Got ${evidence.got}, wanted ${wanted}`)
  const text = bytes.toString()
  if (evidence.kind === 'unknown') {
    const checkpoint = checkpointInNote(text)
    if (checkpoint.ok) return { ok: true, value: { checkpoint: text, keys: [] } }
    return refused(`Got ${evidence.got}, wanted ${wanted} (as a checkpoint: ${checkpoint.detail})`)
  }
  const proof = parseLineProof(text)
  return proof.ok ? { ok: true, value: proof.value } : refused(proof.detail)
}

const wanted = 'a pack, the proof of a line or a checkpoint'

const refused = (fault: string): EvidenceUse<never> => ({ ok: false, faults: [fault] })
