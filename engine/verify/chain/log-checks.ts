import { fromHex, toHex } from '../../base/bytes.ts'
import { canonicalize } from '../../base/canonical.ts'
import type { Sha256 } from '../../base/hasher.ts'
import { isHash } from '../../base/json-shape.ts'
import { openCheckpoint } from '../../log/checkpoint.ts'
import type { LogState, Receipt } from '../../log/receipt.ts'
import { createFrontier } from '../../merkle/frontier.ts'
import { rootOfInclusion, verifyConsistency } from '../../merkle/proofs.ts'
import { emptyRoot, nodeHash } from '../../merkle/tree.ts'
import type { ChainPlatform, LogInput, SealedRun } from './chain-input.ts'
import { checkpointIn, type ReadLog } from './read-log.ts'
import { fails, holds, notJudged, type Verdict } from './verdict.ts'

/** The checks of the receipt's place in the log, of the log's history, and of the signature. */

/** `logInclusion`: the receipt is the last leaf of the tree of the run's checkpoint. */
export function checkInclusion(
  sha256: Sha256,
  input: LogInput,
  { log, receipt }: { readonly log: ReadLog; readonly receipt: Receipt | undefined },
): Verdict {
  const { checkpoint, opened, proven } = log
  if (input.log === null) return fails({ expected: null, actual: null }, 'The log itself is missing.')
  if (checkpoint === undefined) return notJudged('there is no checkpoint to prove it in.')
  const { index, size } = input.inclusion
  const sequence = receipt?.sequence ?? index
  if (index !== sequence || size !== sequence + 1)
    return fails(
      { expected: `${sequence} of ${sequence + 1}`, actual: `${index} of ${size}` },
      'The proof is for another place in the log.',
    )
  if (!opened.ok) {
    const isEqual = rootOfInclusion(sha256, log.receipt.leaf, input.inclusion) === checkpoint.root
    return isEqual ? holds(checkpoint.root, included(size)) : notJudged('the checkpoint is not signed as it is.')
  }
  if (checkpoint.size !== size)
    return fails(
      { expected: String(size), actual: String(checkpoint.size) },
      'The checkpoint is of another size of the log than the one that the receipt closes.',
    )
  if (proven === log.receipt.leaf) return holds(checkpoint.root, included(size))
  if (proven !== undefined) return notJudged('the log has a receipt in this place, but not the one that is here.')
  const actual = rootOfInclusion(sha256, log.receipt.leaf, input.inclusion) ?? null
  return fails({ expected: checkpoint.root, actual }, 'The proof does not lead from the receipt to the signed root.')
}

const included = (size: number): string => `The receipt is the last of the ${size} in the log of this root.`

/** What the earlier checks found about the log. */
export interface LogVerdict {
  readonly log: ReadLog
  readonly inclusion: Verdict
  readonly receipt: Receipt | undefined
}

/**
 * `logConsistency`: the tree of the checkpoint begins with the tree before the receipt, and the log as it stands begins
 * with the tree of the checkpoint. The tree before is that of the previous checkpoint, if the caller has one.
 */
export async function checkConsistency(
  platform: ChainPlatform,
  input: LogInput,
  { log, inclusion, receipt }: LogVerdict,
): Promise<Verdict> {
  const { from, to } = input.consistency
  const sequence = receipt?.sequence ?? input.inclusion.index
  if ((receipt !== undefined || inclusion.passed) && (from !== sequence || to !== sequence + 1))
    return fails(
      { expected: `${sequence} to ${sequence + 1}`, actual: `${from} to ${to}` },
      'The proof is between other sizes of the log.',
    )
  const earlier = await earlierRoot(platform, input, { log, inclusion, sequence })
  if (typeof earlier !== 'string') return earlier
  const leaf = log.proven ?? log.receipt.leaf
  const laterRoots = [log.checkpoint?.root, rootOfInclusion(platform.sha256, leaf, input.inclusion)]
  const isConsistent = laterRoots.some(
    (toRoot) =>
      toRoot !== undefined &&
      verifyConsistency(platform.sha256, { fromRoot: earlier, toRoot, proof: input.consistency }),
  )
  if (!isConsistent)
    return fails({ expected: earlier, actual: null }, `The log of ${to} receipts does not begin with that of ${from}.`)
  const standing =
    inclusion.passed && log.proven !== undefined ? await standingFault(platform.sha256, input, log.proven) : undefined
  return standing ?? holds(earlier, `The log of ${to} receipts begins with that of ${from}, which has this root.`)
}

interface EarlierTree {
  readonly log: ReadLog
  readonly inclusion: Verdict
  /** The size of the earlier tree, which is the receipt's index. */
  readonly sequence: number
}

/**
 * The root of the tree before the receipt, from the previous checkpoint or else from the inclusion proof; a verdict if
 * there is none.
 */
async function earlierRoot(platform: ChainPlatform, input: LogInput, tree: EarlierTree): Promise<string | Verdict> {
  if (tree.sequence === 0) return toHex(emptyRoot(platform.sha256))
  if (input.previousCheckpoint === null)
    return fails({ expected: null, actual: null }, 'The checkpoint before is missing.')
  if (input.previousCheckpoint !== undefined) return previousRoot(platform, input.previousCheckpoint, tree)
  const { hashes } = input.inclusion
  const [smallest, ...larger] = hashes
  if (!tree.inclusion.passed || smallest === undefined || !hashes.every(isHash))
    return notJudged('the tree before the receipt is not known.')
  // The hashes in the proof of a last leaf are the perfect subtrees of the tree before.
  return toHex(larger.reduce((right, left) => nodeHash(platform.sha256, fromHex(left), right), fromHex(smallest)))
}

/**
 * The root in the previous checkpoint. Its signatures are verified only if those of the run's checkpoint hold: a fault of
 * the keys fails `checkpointSignature`, and must not fail this check too.
 */
async function previousRoot(
  { verify }: ChainPlatform,
  note: string,
  { log, sequence }: EarlierTree,
): Promise<string | Verdict> {
  const opened =
    log.opened.ok && log.keys.ok
      ? await openCheckpoint({ note, keys: log.keys.value, verify, unknownSignatures: 'refused' })
      : undefined
  if (opened?.ok === false) return fails({ expected: null, actual: null }, `The checkpoint before: ${opened.detail}.`)
  const checkpoint = opened?.value.checkpoint ?? checkpointIn(note)
  if (checkpoint === undefined) return fails({ expected: null, actual: null }, 'The checkpoint before cannot be read.')
  const { size, origin, root } = checkpoint
  if (size === sequence && (log.checkpoint === undefined || !log.opened.ok || origin === log.checkpoint.origin))
    return root
  return fails(
    { expected: String(sequence), actual: String(size) },
    'The checkpoint before is of another size or another log.',
  )
}

/** The fault of the log as it stands, unless it is the tree of the checkpoint and the receipts after that. */
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

/** With the run's record, if there is one: it may show the checkpoint too. */
type SignedInput = LogInput & { readonly run?: Pick<SealedRun, 'checkpoint'> }

/** `checkpointSignature`: a known key has signed the checkpoint, and the checkpoint is of the tenant's log. */
export function checkSignature(input: SignedInput, log: ReadLog, receipt: Receipt | undefined): Verdict {
  const { opened } = log
  const none = { expected: null, actual: null }
  if (!opened.ok) return fails(none, `${opened.detail}.`)
  const shown = input.run?.checkpoint ?? null
  if (shown !== null && shown !== input.checkpoint) return fails(none, 'The run’s record shows another checkpoint.')
  const { checkpoint, signedBy } = opened.value
  const tenant = receipt?.tenant ?? input.tenant
  if (tenant !== undefined && !checkpoint.origin.endsWith(`/${tenant}`))
    return fails({ expected: tenant, actual: checkpoint.origin }, 'The checkpoint is of another tenant’s log.')
  return holds(signedBy.map(({ keyId }) => keyId).join(' '), `The checkpoint of ${checkpoint.origin} is signed.`)
}
