import { verifySignature } from '@tallystick/audit/base/verify-signature'
import type { CheckLine } from '@tallystick/audit/verify/check-lines'
import type { EvidenceUse } from '@tallystick/audit/verify/evidence-file'
import type { EvidenceLog } from '@tallystick/audit/verify/verification'
import type { Parsed } from '@tallystick/engine/base'
import { type Checkpoint, checkpointInNote, openCheckpoint } from '@tallystick/engine/log'
import { verifyConsistency } from '@tallystick/engine/merkle'
import { type Comparison, compareLogs, compareRoots } from '../log/compare-logs.ts'
import { readEvidenceLog } from '../log/evidence-log.ts'
import { isAddress, logAt } from '../log/log-at.ts'
import { UnreachableError } from '../log/log-files.ts'
import { logIn } from '../log/log-in.ts'
import { verifierKeysOf } from '../log/verifier-keys.ts'
import { sha256 } from '../sha256.ts'
import type { VerifyArguments } from './verify-arguments.ts'

interface HistoryInput extends Pick<VerifyArguments, 'keys' | 'logFrom'> {
  readonly since: string
}

/**
 * The check `history`, of two logs: that of the evidence and that of the file `since`. The later log has to begin with
 * the earlier one. Either may be the later one, since a run keeps its checkpoint for ever. Both checkpoints must be
 * signed by a known key of the same log.
 */
export async function checkHistory(evidence: EvidenceLog, input: HistoryInput): Promise<EvidenceUse<CheckLine>> {
  const kept = await readEvidenceLog(input.since)
  if (!kept.ok) return kept
  const keys = input.keys.length > 0 ? input.keys : [...evidence.keys, ...kept.value.keys]
  const own = await openLog(evidence, keys)
  const old = await openLog(kept.value, keys)
  if (!own.ok) return lineOf('not judged', `The checkpoint of this evidence: ${own.detail}.`)
  if (!old.ok) return lineOf('does not hold', `The checkpoint of ${input.since}: ${old.detail}.`)
  if (own.value.origin !== old.value.origin)
    return lineOf(
      'does not hold',
      `This evidence is of the log ${own.value.origin}, and ${input.since} of ${old.value.origin}.`,
    )
  const isLater = own.value.size >= old.value.size
  const [earlier, later] = isLater ? [old.value, own.value] : [own.value, old.value]
  const { consistency } = isLater ? evidence : kept.value
  try {
    const { verdict, detail } = await compare(earlier, later, { consistency, logFrom: input.logFrom })
    return lineOf(verdicts[verdict], detail)
  } catch (error) {
    if (error instanceof UnreachableError) return lineOf('not judged', `${error.message}.`)
    throw error
  }
}

const verdicts = { begins: 'holds', 'does not begin': 'does not hold', unknown: 'not judged' } as const

const lineOf = (verdict: CheckLine['verdict'], detail: string): EvidenceUse<CheckLine> => ({
  ok: true,
  value: { name: 'history', verdict, detail },
})

/** The checkpoint, if a known key signed it. */
async function openLog({ checkpoint: note }: EvidenceLog, keys: readonly string[]): Promise<Parsed<Checkpoint>> {
  if (note === null) return { ok: false, detail: 'there is none' }
  const claimed = checkpointInNote(note)
  if (!claimed.ok) return claimed
  const known = verifierKeysOf(keys, claimed.value.origin)
  const opened = await openCheckpoint({ note, keys: known, verify: verifySignature })
  return opened.ok ? { ok: true, value: opened.value.checkpoint } : opened
}

interface Proofs {
  readonly consistency: EvidenceLog['consistency']
  readonly logFrom: string | undefined
}

async function compare(earlier: Checkpoint, later: Checkpoint, { consistency, logFrom }: Proofs): Promise<Comparison> {
  if (earlier.size === later.size) return compareRoots(earlier, later)
  if (consistency?.from === earlier.size && consistency.to === later.size)
    return verifyConsistency(sha256, { fromRoot: earlier.root, toRoot: later.root, proof: consistency })
      ? {
          verdict: 'begins',
          detail: `The log of size ${later.size} begins with that of size ${earlier.size}, as the evidence proves.`,
        }
      : {
          verdict: 'does not begin',
          detail: `The proof of the evidence does not lead from the log of size ${earlier.size} that was kept.`,
        }
  if (logFrom !== undefined)
    return compareLogs(
      earlier,
      later,
      isAddress(logFrom) ? logAt(logFrom, { apiKey: process.env['TALLYSTICK_API_KEY'] }) : logIn(logFrom),
    )
  const detail = `The evidence has no proof between the sizes ${earlier.size} and ${later.size}, wanted --log-from.`
  return { verdict: 'unknown', detail }
}
