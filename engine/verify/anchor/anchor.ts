import { canonicalize } from '../../base/canonical.ts'
import { hasOnlyMembers, isListOf, isText, isTextList, orNull, type ValueTest } from '../../base/json-shape.ts'
import { parseOneLine } from '../../base/one-line.ts'
import type { Parsed } from '../../base/parsed.ts'
import {
  type ConsistencyProof,
  consistencyProofTests,
  type InclusionProof,
  inclusionProofTests,
} from '../../merkle/proofs.ts'

/**
 * Proves that a later state of a run's log is in the index log, and holds a checkpoint of the index that others may
 * have confirmed.
 */
export interface Anchor {
  readonly checkpoint: string
  /** The consistency proof from the run's checkpoint to the last of `heads`. */
  readonly consistency: ConsistencyProof
  /**
   * The lines (`formatHead`) of heads of the run's log, oldest first, up to the first head that covers the run. Each
   * continues the head before it. At most `headCountMax`.
   */
  readonly heads: readonly string[]
  /** Proves that the last of `heads` is in the index of `checkpoint`. */
  readonly inclusion: InclusionProof
  readonly keys: readonly string[]
  /** The RFC 3161 response to the text of the index's note: DER in base64. */
  readonly timestamp: string | null
}

export const headCountMax = 64

const areHeads: ValueTest = (value) => isTextList(value) && value.length > 0 && value.length <= headCountMax

export const anchorTests = {
  checkpoint: isText,
  consistency: hasOnlyMembers(consistencyProofTests),
  heads: areHeads,
  inclusion: hasOnlyMembers(inclusionProofTests),
  keys: isListOf(isText),
  timestamp: orNull(isText),
}

/** `anchor.json` of a pack: canonical JSON and a newline. */
export const formatAnchor = ({ checkpoint, consistency, heads, inclusion, keys, timestamp }: Anchor): string =>
  `${canonicalize({ checkpoint, consistency: { ...consistency }, heads: [...heads], inclusion: { ...inclusion }, keys: [...keys], timestamp })}\n`

/** Refuses every text that `formatAnchor` would not write. Verifies nothing. */
export const parseAnchor = (text: string): Parsed<Anchor> => parseOneLine<Anchor>(text, 'an anchor', anchorTests)
