import type { Sha256 } from '../../base/hasher.ts'
import { type LogEntry, parseLogEntry } from '../../log/log-entry.ts'
import { noReceipt, type Receipt } from '../../log/receipt.ts'
import { rootOfInclusion } from '../../merkle/proofs.ts'
import { hashOfLine } from '../../merkle/tree.ts'
import type { LogInput, StoredReceipt } from './chain-input.ts'
import type { EarlierLog } from './earlier-log.ts'
import { fails, holds, notJudged, type Verdict } from './verdict.ts'

/**
 * The check `previousReceipt`: the previous entry has the leaf hash that this receipt names, was not completed after
 * it, and is the last leaf of the previous checkpoint. The first receipt names none.
 */
export function checkPrevious(
  sha256: Sha256,
  input: LogInput,
  { receipt, earlier }: { readonly receipt: Receipt | undefined; readonly earlier: EarlierLog },
): Verdict {
  if (receipt === undefined) return notJudged('the receipt is not the one in the log.')
  const previous = input.previous ?? null
  if (receipt.sequence === 0) return checkFirst(receipt, input)
  const expected = receipt.previous
  if (previous === null) return fails({ expected, actual: null }, 'The receipt before is missing.')
  const fault = lineFault(sha256, previous, receipt)
  if (fault !== undefined) return fault
  if (earlier === undefined || 'fault' in earlier)
    return notJudged('the checkpoint before, which it stands in, is not sound.')
  return (
    placeFault(sha256, input, { leaf: expected, sequence: receipt.sequence - 1, root: earlier.root }) ??
    holds(expected, `${nameOf(previous)} ${receipt.sequence - 1}, the last of the log before, has this leaf hash.`)
  )
}

const nameOf = ({ line }: StoredReceipt): string => {
  const entry = parseLogEntry(line)
  return entry.ok ? names[entry.value.kind] : 'Receipt'
}

const names: { readonly [kind in LogEntry['kind']]: string } = {
  'tallystick/receipt@2': 'Receipt',
  'tallystick/receipt@3': 'Receipt',
  'tallystick/deletion@1': 'Deletion',
  'tallystick/decisions@1': 'Entry of decisions',
  'tallystick/signoff@1': 'Sign-off',
}

function checkFirst(receipt: Receipt, { previous, previousInclusion }: LogInput): Verdict {
  if (previous != null || previousInclusion !== undefined)
    return fails({ expected: null, actual: null }, 'There is a receipt before the first.')
  return receipt.previous === noReceipt
    ? holds(noReceipt, 'This is the first receipt of its log.')
    : fails({ expected: noReceipt, actual: receipt.previous }, 'The first receipt names one before it.')
}

function lineFault(sha256: Sha256, stored: StoredReceipt, receipt: Receipt): Verdict | undefined {
  const expected = receipt.previous
  const leaf = hashOfLine(sha256, stored.line)
  const { leafHash = leaf } = stored
  const actual = leaf === expected ? leafHash : leaf
  if (actual !== expected) return fails({ expected, actual }, 'The receipt before is not the one that this one names.')
  const previous = parseLogEntry(stored.line)
  if (!previous.ok) return fails({ expected: null, actual: null }, `${previous.detail}.`)
  const { sequence, tenant, completedAt } = previous.value
  if (sequence !== receipt.sequence - 1 || tenant !== receipt.tenant)
    return fails(
      { expected: String(receipt.sequence - 1), actual: String(sequence) },
      'The receipt before is of another place or another log.',
    )
  if (completedAt > receipt.completedAt)
    return fails(
      { expected: receipt.completedAt, actual: completedAt },
      'The receipt before was completed later than this one.',
    )
  return undefined
}

interface Place {
  readonly leaf: string
  readonly sequence: number
  readonly root: string
}

function placeFault(
  sha256: Sha256,
  { previousInclusion: proof }: LogInput,
  { leaf, sequence, root }: Place,
): Verdict | undefined {
  if (proof === undefined) return fails({ expected: root, actual: null }, 'The proof of the receipt before is missing.')
  const { index, size } = proof
  if (index !== sequence || size !== sequence + 1)
    return fails(
      { expected: `${sequence} of ${sequence + 1}`, actual: `${index} of ${size}` },
      'The proof of the receipt before is for another place in the log.',
    )
  const actual = rootOfInclusion(sha256, leaf, proof) ?? null
  return actual === root
    ? undefined
    : fails({ expected: root, actual }, 'The proof does not lead from the receipt before to the root signed before.')
}
