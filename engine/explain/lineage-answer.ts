import type { JsonValue } from '../base/canonical.ts'
import type { LinePart } from '../base/line-splitter.ts'
import type { InclusionProof } from '../merkle/proofs.ts'
import type { Side } from '../record/side.ts'
import type { Rule } from '../rules/language/language.ts'

/** The shapes of a question about the lineage of an artifact, and of its answer. */

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
export type LineageKind = (typeof lineageKinds)[number]

/**
 * How a line of a result depends on an artifact: it holds the record or what was left over of it; a break names the
 * record as a near miss or as taken, says that the match has taken such a record or that its records repeat the match's,
 * or has a record in common with the suggestion.
 */
export const lineRelations = ['holds', 'residual', 'names', 'takenBy', 'repeats', 'suggested'] as const
export type LineRelation = (typeof lineRelations)[number]

type JsonObject = { readonly [name: string]: JsonValue | undefined }

/** One side of a run, as the run pinned it. */
export interface LineageSide {
  readonly datasetId: string | null
  readonly root: string
  readonly recordCount: number
}

/** A completed run, as far as a lineage needs it. */
export interface LineageRun {
  readonly source: LineageSide
  readonly target: LineageSide
  /** The effective rules. */
  readonly rules: readonly Rule[]
  /** The hash of the effective rules, in hex. */
  readonly policy: string
  readonly engine: string
  readonly resultRoot: string
  /** The receipt's line, without its newline. */
  readonly receipt: string
  /** The text of the checkpoint's note; null where the run has none. */
  readonly checkpoint: string | null
}

export interface LineageInput {
  /** The name of an artifact, in one of the forms of `artifactForms`. */
  readonly artifact: string
  readonly run: LineageRun
  /** The stored bytes of an artifact from its beginning. Called at most twice for each, and only for those needed. */
  readonly open: (artifact: Side | 'result') => AsyncIterable<LinePart>
}

export type Lineage = {
  readonly artifact: {
    readonly id: string
    readonly kind: LineageKind
    /** The leaf hash of a line, the root of a dataset or a result, SHA-256 of a checkpoint's note. */
    readonly hash: string
    /** The canonical line, where the artifact is one. */
    readonly line?: JsonObject
    /** The place of the line in its dataset, result or log, from 0. */
    readonly index?: number
  }
  readonly backward: Backward
  /** Everything that was made from the artifact, in the order in which it was made. */
  readonly forward: readonly ForwardArtifact[]
  readonly forwardTruncated: boolean
  /** What is wrong with the stored bytes that were read; empty when nothing is. */
  readonly faults: readonly string[]
}

export type Backward = {
  readonly records: readonly TracedRecord[]
  readonly truncated: boolean
  /** The rule that made the line; of a break the rule that its records came nearest to. */
  readonly rule?: Rule
  /** What the line says besides its rule and its records. */
  readonly evidence?: JsonObject
  readonly datasets: readonly ({ readonly side: Side } & LineageSide)[]
  readonly policy: string
  readonly engine: string
}

/** A record that the artifact holds or that a break names as a candidate, with the proof that it is in its dataset. */
export type TracedRecord = {
  readonly side: Side
  readonly role: 'record' | 'candidate'
  readonly datasetId: string | null
  /** The dataset's root, to which `inclusion` leads. */
  readonly root: string
  readonly id: string
  /** The item that the artifact names, where that is what a match left over of the record. */
  readonly residual?: string
  /** Physical line of the dataset, from 1. */
  readonly line: number
  readonly leafIndex: number
  readonly leafHash: string
  /** The canonical line as it is stored, without its newline. */
  readonly bytes: string
  readonly inclusion: InclusionProof
}

export type ForwardArtifact = {
  readonly id: string
  readonly kind: LineageKind
  readonly hash: string
  readonly relation: LineRelation | 'wasDerivedFrom'
}

/** The most records, and the most lines made from the artifact, that a lineage lists. */
export const traceCountMax = 1_000
