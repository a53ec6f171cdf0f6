import { at } from '../../base/at.ts'
import type { Sha256 } from '../../base/hasher.ts'
import { openUnderPolicy } from '../../log/apply-policy.ts'
import { type Checkpoint, openCheckpoint, type VerifySignature } from '../../log/checkpoint.ts'
import { type IndexHead, indexOriginOfLog, logNameOf } from '../../log/index-head.ts'
import type { TlogPolicy } from '../../log/tlog-policy.ts'
import { parseVkey } from '../../log/verifier-key.ts'
import { verifyConsistency, verifyInclusion } from '../../merkle/proofs.ts'
import { hashOfLine } from '../../merkle/tree.ts'
import type { ChainPlatform } from '../chain/chain-input.ts'
import { checkpointIn } from '../chain/read-log.ts'
import { fails, holds, notCovered, notJudged, type Verdict } from '../chain/verdict.ts'
import type { Anchor } from './anchor.ts'
import { headsFault, type ReadHead, readHeads } from './heads-check.ts'
import { type WitnessStatement, witnessesOf } from './witness-statements.ts'

interface AnchorInput {
  readonly checkpoint: string | null
  readonly anchor: Anchor | null
  readonly policy?: TlogPolicy | undefined
}

export interface AnchorReport {
  readonly checks: readonly (Verdict & { readonly name: 'anchor' | 'policy' })[]
  /** The signatures of witnesses; empty unless the check `anchor` holds. */
  readonly witnesses: readonly WitnessStatement[]
}

/**
 * Verifies that the run's log is in the index log. Under a policy, also verifies that one of the policy's logs signed
 * the run's checkpoint, and that a quorum of its witnesses cosigned that checkpoint or the index. Never throws because
 * of the evidence.
 */
export async function verifyAnchor(platform: ChainPlatform, input: AnchorInput): Promise<AnchorReport> {
  const anchor = await checkAnchor(platform, input)
  const isAnchored = anchor.passed && input.anchor !== null && anchor.actual !== null
  const policy = input.policy && (await checkPolicy(platform, { ...input, policy: input.policy, isAnchored }))
  return {
    checks: [{ name: 'anchor', ...anchor }, ...(policy ? [{ name: 'policy', ...policy } as const] : [])],
    witnesses: isAnchored && input.anchor ? await witnessesOf(platform, input.anchor.checkpoint, input.policy) : [],
  }
}

const none = { expected: null, actual: null }

async function checkAnchor(platform: ChainPlatform, { checkpoint, anchor }: AnchorInput): Promise<Verdict> {
  if (anchor === null)
    return notCovered(
      'nobody outside the service confirms when the run was sealed, nor that its log stands in an index that all can read.',
    )
  const own = checkpointIn(checkpoint)
  if (own === undefined) return notJudged('there is no checkpoint that could be anchored.')
  const heads = readHeads(anchor.heads)
  if (!heads.ok) return fails(none, `${heads.detail}.`)
  const last = at(heads.value, heads.value.length - 1)
  const broken = headsFault(platform.sha256, heads.value, { lastEntry: anchor.inclusion.index })
  return (
    headFault(platform.sha256, { own, head: last.head, anchor }) ??
    (broken === undefined ? undefined : fails(none, `The heads of the log do not follow each other: ${broken}.`)) ??
    (await checkIndex(platform, { own, last, anchor }))
  )
}

function headFault(
  sha256: Sha256,
  { own, head, anchor }: { readonly own: Checkpoint; readonly head: IndexHead; readonly anchor: Anchor },
): Verdict | undefined {
  const log = logNameOf(sha256, own.origin)
  if (head.log !== log) return fails({ expected: log, actual: head.log }, 'The head is of another log than the run’s.')
  const { from, to } = anchor.consistency
  if (from !== own.size || to !== head.size)
    return fails(
      { expected: `${own.size} to ${head.size}`, actual: `${from} to ${to}` },
      'The proof is between other sizes of the log.',
    )
  if (verifyConsistency(sha256, { fromRoot: own.root, toRoot: head.root, proof: anchor.consistency })) return undefined
  return fails({ expected: own.root, actual: null }, 'The log of the head does not begin with that of the run.')
}

async function checkIndex(
  { sha256, verify }: ChainPlatform,
  { own, last, anchor }: { readonly own: Checkpoint; readonly last: ReadHead; readonly anchor: Anchor },
): Promise<Verdict> {
  const index = await openIndex(sha256, verify, anchor)
  if (!index.ok) return fails(none, `${index.detail}.`)
  const { origin, size, root } = index.value.checkpoint
  const wanted = indexOriginOfLog(own.origin)
  if (origin !== wanted)
    return fails({ expected: wanted, actual: origin }, 'The checkpoint of the index is of another log.')
  const { inclusion } = anchor
  const leaf = hashOfLine(sha256, last.line)
  if (inclusion.size !== size || !verifyInclusion(sha256, { leaf, root, proof: inclusion }))
    return fails({ expected: root, actual: null }, 'The head is not in the index of this checkpoint.')
  return holds(root, `The log of ${last.head.size} receipts is one of the ${size} heads in ${origin}.`)
}

/** Opens the checkpoint of the index by the keys in the anchor. Only a policy can tell whose keys they are. */
async function openIndex(sha256: Sha256, verify: VerifySignature, { checkpoint, keys }: Anchor) {
  const known = keys.flatMap((text) => {
    const key = parseVkey(sha256, text)
    return key.ok ? [key.value] : []
  })
  return openCheckpoint({ note: checkpoint, keys: known, verify })
}

interface PolicyInput extends AnchorInput {
  readonly policy: TlogPolicy
  readonly isAnchored: boolean
}

async function checkPolicy({ verify }: ChainPlatform, input: PolicyInput): Promise<Verdict> {
  const { policy, anchor, isAnchored } = input
  if (input.checkpoint === null) return fails(none, 'The checkpoint is missing.')
  const own = await openUnderPolicy(input.checkpoint, { policy, verify })
  if (!own.ok) return fails(none, `The checkpoint of the run: ${own.detail}.`)
  const signedText = `A log of the policy, ${own.value.checkpoint.origin}, has signed the checkpoint of the run`
  if (policy.quorum === undefined) return holds(null, `${signedText}; the policy asks for no witness.`)
  if (own.value.hasQuorum) return holds(null, `${signedText}, and a quorum of witnesses has cosigned it.`)
  if (anchor === null) return fails(none, 'The run is not anchored, and the policy asks for witnesses.')
  if (!isAnchored) return notJudged('the anchor does not hold.')
  const index = await openUnderPolicy(anchor.checkpoint, { policy, verify })
  if (!index.ok) return fails(none, `The checkpoint of the index: ${index.detail}.`)
  const { hasQuorum, cosignatures } = index.value
  if (hasQuorum) return holds(null, `${signedText}, and a quorum of witnesses has cosigned the index.`)
  const found = cosignatures.map(({ key }) => key.name).join(' and ')
  return fails(
    { expected: policy.quorum.name, actual: found === '' ? null : found },
    'The witnesses that have cosigned the index are not the quorum of the policy.',
  )
}
