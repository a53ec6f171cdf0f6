import { canonicalize } from '../../base/canonical.ts'
import { hasOnlyMembers, isListOf, isText, orNull } from '../../base/json-shape.ts'
import type { Parsed } from '../../base/parsed.ts'
import {
  type ConsistencyProof,
  consistencyProofTests,
  type InclusionProof,
  inclusionProofTests,
} from '../../merkle/proofs.ts'
import { parseOneLine } from '../pack/one-line.ts'

/**
 * What ties a run to the world outside the service: its log, as it stood soon after the run, is a leaf of the index log,
 * and others have confirmed a checkpoint of that.
 */
export interface Anchor {
  /** The signed note of the index log, with the cosignatures of witnesses (C2SP tlog-cosignature). */
  readonly checkpoint: string
  /** That the log of the head begins with the log of the run's checkpoint. */
  readonly consistency: ConsistencyProof
  /** The line of the head: see `formatHead`. */
  readonly head: string
  /** That the head is in the tree of the index's checkpoint. */
  readonly inclusion: InclusionProof
  /** The vkeys of the service that signed the index's checkpoint. */
  readonly keys: readonly string[]
  /** The answer of a time-stamping authority (RFC 3161) to the text of the index's note: DER in base64. */
  readonly timestamp: string | null
}

/** The members of an anchor as JSON. */
export const anchorTests = {
  checkpoint: isText,
  consistency: hasOnlyMembers(consistencyProofTests),
  head: isText,
  inclusion: hasOnlyMembers(inclusionProofTests),
  keys: isListOf(isText),
  timestamp: orNull(isText),
}

/** `anchor.json` of a pack: canonical JSON and a newline. */
export const formatAnchor = ({ checkpoint, consistency, head, inclusion, keys, timestamp }: Anchor): string =>
  `${canonicalize({ checkpoint, consistency: { ...consistency }, head, inclusion: { ...inclusion }, keys: [...keys], timestamp })}\n`

/** Reads `anchor.json`. Refuses every text that `formatAnchor` would not write. Verifies nothing. */
export const parseAnchor = (text: string): Parsed<Anchor> => parseOneLine<Anchor>(text, 'an anchor', anchorTests)
