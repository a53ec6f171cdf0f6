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
 * What ties a run to the world outside the service: its log, as it stood soon after the run, is a leaf of the index log,
 * and others have confirmed a checkpoint of that.
 */
export interface Anchor {
  /** The signed note of the index log, with the cosignatures of witnesses (C2SP tlog-cosignature). */
  readonly checkpoint: string
  /** That the log of the last head begins with the log of the run's checkpoint. */
  readonly consistency: ConsistencyProof
  /**
   * The lines of the log's heads up to the one that has the run, oldest first: see `formatHead`. Each continues the one
   * before. At most `headCountMax`.
   */
  readonly heads: readonly string[]
  /** That the last head is in the tree of the index's checkpoint. */
  readonly inclusion: InclusionProof
  /** The vkeys of the service that signed the index's checkpoint. */
  readonly keys: readonly string[]
  /** The answer of a time-stamping authority (RFC 3161) to the text of the index's note: DER in base64. */
  readonly timestamp: string | null
}

/** Heads of its log that an anchor shows at most. */
export const headCountMax = 64

const areHeads: ValueTest = (value) => isTextList(value) && value.length > 0 && value.length <= headCountMax

/** The members of an anchor as JSON. */
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

/** Reads `anchor.json`. Refuses every text that `formatAnchor` would not write. Verifies nothing. */
export const parseAnchor = (text: string): Parsed<Anchor> => parseOneLine<Anchor>(text, 'an anchor', anchorTests)
