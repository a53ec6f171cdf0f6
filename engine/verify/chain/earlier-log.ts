import { toHex } from '../../base/bytes.ts'
import { openCheckpoint } from '../../log/checkpoint.ts'
import { emptyRoot } from '../../merkle/tree.ts'
import type { ChainPlatform, LogInput } from './chain-input.ts'
import { checkpointIn, type ReadLog } from './read-log.ts'
import { fails, type Verdict } from './verdict.ts'

export type EarlierLog =
  /** The root of the log before the run; for the first receipt, that of the empty tree. */
  | { readonly root: string }
  | { readonly fault: Verdict }
  /** For evidence in which the previous receipt and its checkpoint are missing. */
  | undefined

/**
 * Reads the checkpoint before the run, which has `sequence` entries. Its signatures are verified only if those of the
 * run's checkpoint hold: so a fault of the keys fails only `checkpointSignature`.
 */
export async function readEarlierLog(
  platform: ChainPlatform,
  { previous, previousCheckpoint: note }: LogInput,
  { log, sequence }: { readonly log: ReadLog; readonly sequence: number },
): Promise<EarlierLog> {
  if (sequence === 0)
    return note == null
      ? { root: toHex(emptyRoot(platform.sha256)) }
      : faulty('There is a checkpoint before the first.')
  if (note == null) return previous == null ? undefined : faulty('The checkpoint before is missing.')
  const opened =
    log.opened.ok && log.keys.ok
      ? await openCheckpoint({ note, keys: log.keys.value, verify: platform.verify })
      : undefined
  if (opened?.ok === false) return faulty(`The checkpoint before: ${opened.detail}.`)
  const checkpoint = opened?.value.checkpoint ?? checkpointIn(note)
  if (checkpoint === undefined) return faulty('The checkpoint before cannot be read.')
  const { size, origin, root } = checkpoint
  if (size === sequence && (log.checkpoint === undefined || !log.opened.ok || origin === log.checkpoint.origin))
    return { root }
  return {
    fault: fails(
      { expected: String(sequence), actual: String(size) },
      'The checkpoint before is of another size or another log.',
    ),
  }
}

const faulty = (detail: string): EarlierLog => ({ fault: fails({ expected: null, actual: null }, detail) })
