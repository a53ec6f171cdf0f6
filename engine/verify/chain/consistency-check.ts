import { fromHex, toHex } from '../../base/bytes.ts'
import { canonicalize } from '../../base/canonical.ts'
import type { Sha256 } from '../../base/hasher.ts'
import { isHash } from '../../base/json-shape.ts'
import type { LogState, Receipt } from '../../log/receipt.ts'
import { createFrontier } from '../../merkle/frontier.ts'
import { rootOfInclusion, verifyConsistency } from '../../merkle/proofs.ts'
import type { ChainPlatform, LogInput } from './chain-input.ts'
import type { EarlierLog } from './earlier-log.ts'
import type { ReadLog } from './read-log.ts'
import { fails, holds, notJudged, type Verdict } from './verdict.ts'

interface LogVerdict {
  readonly log: ReadLog
  readonly inclusion: Verdict
  readonly receipt: Receipt | undefined
  readonly earlier: EarlierLog
}

/**
 * The check `logConsistency`: the tree of the run's checkpoint begins with the tree of the previous signed checkpoint,
 * and the newest log begins with the tree of the run's checkpoint.
 */
export async function checkConsistency(
  { sha256 }: ChainPlatform,
  input: LogInput,
  { log, inclusion, receipt, earlier }: LogVerdict,
): Promise<Verdict> {
  const { from, to } = input.consistency
  const sequence = receipt?.sequence ?? input.inclusion.index
  if ((receipt !== undefined || inclusion.passed) && (from !== sequence || to !== sequence + 1))
    return fails(
      { expected: `${sequence} to ${sequence + 1}`, actual: `${from} to ${to}` },
      'The proof is between other sizes of the log.',
    )
  if (earlier === undefined) return notJudged('the receipt before is missing, and its checkpoint.')
  if ('fault' in earlier) return earlier.fault
  const fromRoot = earlier.root
  const leaf = log.proven ?? log.receipt.leaf
  const laterRoots = [log.checkpoint?.root, rootOfInclusion(sha256, leaf, input.inclusion)]
  const isConsistent = laterRoots.some(
    (toRoot) => toRoot !== undefined && verifyConsistency(sha256, { fromRoot, toRoot, proof: input.consistency }),
  )
  if (!isConsistent)
    return fails({ expected: fromRoot, actual: null }, `The log of ${to} receipts does not begin with that of ${from}.`)
  const standing =
    inclusion.passed && log.proven !== undefined ? await standingFault(sha256, input, log.proven) : undefined
  return (
    standing ??
    holds(
      fromRoot,
      from === 0
        ? 'The log begins with this receipt.'
        : `The log of ${to} receipts begins with that of ${from}, whose signed checkpoint has this root.`,
    )
  )
}

async function standingFault(sha256: Sha256, { log, inclusion }: LogInput, leaf: string): Promise<Verdict | undefined> {
  if (log === undefined || log === null) return undefined
  const frontier = createFrontier(sha256, { size: inclusion.index, hashes: inclusion.hashes.toReversed() })
  frontier.append(fromHex(leaf))
  let previous = leaf
  for await (const next of log.later) {
    if (!isHash(next))
      return fails({ expected: null, actual: next }, 'A later receipt of the log has a leaf hash that is none.')
    frontier.append(fromHex(next))
    previous = next
  }
  const { size, hashes } = frontier.state()
  const wanted = stateText({ size, frontier: hashes, root: toHex(frontier.root()), previous })
  const actual = stateText(log.state)
  if (actual === wanted) return undefined
  return fails({ expected: wanted, actual }, 'The log as it stands is not this tree and the receipts after it.')
}

const stateText = ({ size, frontier, root, previous }: LogState): string =>
  canonicalize({ size, frontier, root, previous })
