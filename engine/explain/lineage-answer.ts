import type { JsonValue } from '../base/canonical.ts'
import type { LinePart } from '../base/line-splitter.ts'
import type { InclusionProof } from '../merkle/proofs.ts'
import type { Side } from '../record/side.ts'
import type { Rule } from '../rules/language/language.ts'

export const lineageKinds = [
  'match',
  'suggestion',
  'break',
  'excluded',
  'netted',
  'record',
  'residual',
  'dataset',
  'result',
  'receipt',
  'checkpoint',
] as const
type LineageKind = (typeof lineageKinds)[number]

/**
 * How a line of a result depends on an artifact. `holds`: the line has the record. `residual`: the line has a residual
 * of the artifact. `names`: a break names the record as a near miss or as taken. `takenBy`: a break names a record that
 * the match has. `repeats`: the records of a break repeat those of the match. `suggested`: a break shares a record with
 * the suggestion.
 */
export const lineRelations = ['holds', 'residual', 'names', 'takenBy', 'repeats', 'suggested'] as const
export type LineRelation = (typeof lineRelations)[number]

type JsonObject = { readonly [name: string]: JsonValue | undefined }

interface LineageSide {
  readonly datasetId: string | null
  readonly root: string
  readonly recordCount: number
  /** Of a period's run: what the side was read from. */
  readonly parts?: readonly object[]
}

export interface LineageRun {
  readonly source: LineageSide
  readonly target: LineageSide
  readonly rules: readonly Rule[]
  /** The root of what decisions asked of a period's run. */
  readonly instructions?: string | undefined
  /** SHA-256 of the effective rules, in hex. */
  readonly policy: string
  readonly engine: string
  readonly resultRoot: string
  readonly receipt: string
  /** The signed note; null where there is none. */
  readonly checkpoint: string | null
}

export interface LineageInput {
  /** Names the artifact in one of the forms of `artifactForms`. */
  readonly artifact: string
  readonly run: LineageRun
  /**
   * Reads the stored bytes of an artifact from the beginning. Called at most twice for each artifact, and only where
   * needed.
   */
  readonly open: (artifact: Side | 'result') => AsyncIterable<LinePart>
}

export type Lineage = {
  readonly artifact: {
    readonly id: string
    readonly kind: LineageKind
    /**
     * The hash that names the artifact: the leaf hash of a line, the root of a dataset or result, or the SHA-256 of a
     * checkpoint's note.
     */
    readonly hash: string
    /** Only for an artifact that is a line. */
    readonly line?: JsonObject
    readonly index?: number
  }
  readonly backward: Backward
  /** What was made from the artifact, in the order in which it was made. */
  readonly forward: readonly ForwardArtifact[]
  readonly forwardTruncated: boolean
  readonly faults: readonly string[]
}

export type Backward = {
  readonly records: readonly TracedRecord[]
  readonly truncated: boolean
  /** The rule that made the line; for a break, the rule that its records came nearest to. */
  readonly rule?: Rule
  /** The members of the line other than its rule and records. */
  readonly evidence?: JsonObject
  readonly datasets: readonly ({ readonly side: Side } & LineageSide)[]
  readonly policy: string
  readonly engine: string
}

/** A record that the artifact holds, or that a break names as a candidate, proven to be in its dataset. */
export type TracedRecord = {
  readonly side: Side
  readonly role: 'record' | 'candidate'
  readonly datasetId: string | null
  readonly root: string
  readonly id: string
  /** The residual that the artifact names in place of the record. */
  readonly residual?: string
  /** The number of the line, from 1. */
  readonly line: number
  readonly leafIndex: number
  readonly leafHash: string
  readonly bytes: string
  readonly inclusion: InclusionProof
}

export type ForwardArtifact = {
  readonly id: string
  readonly kind: LineageKind
  readonly hash: string
  readonly relation: LineRelation | 'wasDerivedFrom'
}

/** The most lines and the most records that a lineage lists. */
export const traceCountMax = 1_000
