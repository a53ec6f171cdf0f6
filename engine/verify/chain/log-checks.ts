import { toBase64 } from '../../base/base64.ts'
import type { Sha256 } from '../../base/hasher.ts'
import { endOfPeriod, isInPeriod, type KeyPeriod } from '../../log/key-period.ts'
import type { Receipt } from '../../log/receipt.ts'
import type { VerifierKey } from '../../log/verifier-key.ts'
import { rootOfInclusion } from '../../merkle/proofs.ts'
import type { LogInput, SealedRun } from './chain-input.ts'
import type { ReadLog } from './read-log.ts'
import { fails, holds, notJudged, type Verdict } from './verdict.ts'

/** The check `logInclusion`: the receipt is the last leaf in the tree of the run's checkpoint. */
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

type SignedInput = LogInput & { readonly run?: Pick<SealedRun, 'checkpoint'> }

/**
 * The check `checkpointSignature`: a known key signed the checkpoint within its period, and the checkpoint is of this
 * tenant's log and of the log that was asked for.
 */
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
  if (input.origin !== undefined && input.origin !== checkpoint.origin)
    return fails({ expected: input.origin, actual: checkpoint.origin }, 'The checkpoint is of another log.')
  const late = periodFault(log, signedBy, receipt)
  if (late !== undefined) return late
  return holds(signedBy.map(({ keyId }) => keyId).join(' '), `The checkpoint of ${checkpoint.origin} is signed.`)
}

function periodFault(
  { periods }: ReadLog,
  signedBy: readonly VerifierKey[],
  receipt: Receipt | undefined,
): Verdict | undefined {
  if (periods === undefined) return undefined
  if (!periods.ok) return fails({ expected: null, actual: null }, `${periods.detail}.`)
  if (receipt === undefined) return undefined
  const keys = signedBy.map(({ publicKey }) => toBase64(publicKey))
  if (isInPeriod(periods.value, keys, receipt.completedAt)) return undefined
  return fails(
    { expected: spansOf(periods.value, keys), actual: receipt.completedAt },
    'The receipt was completed when no key that signed it was in use.',
  )
}

const spansOf = (periods: readonly KeyPeriod[], keys: readonly string[]): string =>
  periods
    .flatMap(({ key, from }, index) =>
      keys.includes(key) ? [`${from} to ${endOfPeriod(periods, index) ?? 'now'}`] : [],
    )
    .join(' or ') || 'the period of a key that signed'
