import type { JsonValue } from '../base/canonical.ts'
import type { Rule } from '../rules/language.ts'
import type { ArtifactParts } from '../verify/chain/artifact-reader.ts'
import type { LineRelation } from './lineage-forward.ts'
import type { ProvenRecord } from './lineage-records.ts'

/** What is asked of a lineage, and what it answers. */

export const lineageKinds = [
  'match',
  'suggestion',
  'break',
  'excluded',
  'record',
  'dataset',
  'result',
  'receipt',
  'checkpoint',
] as const
export type LineageKind = (typeof lineageKinds)[number]

type Side = 'source' | 'target'
type JsonObject = { readonly [name: string]: JsonValue | undefined }

/** One side of a run, as the run pinned it. */
export interface LineageSide {
  readonly datasetId: string | null
  readonly root: string
  readonly recordCount: number
}

/** A completed run, as far as what it made can be traced. */
export interface LineageRun {
  readonly source: LineageSide
  readonly target: LineageSide
  /** The effective rules, and their hash. */
  readonly rules: readonly Rule[]
  readonly policy: string
  readonly engine: string
  readonly resultRoot: string
  /** The receipt's line, without its newline. */
  readonly receipt: string
  /** The text of the note. */
  readonly checkpoint: string | null
}

export interface LineageInput {
  /** `mat_…`, `sug_…`, `brk_…`, `exc_…`, `source:<id>`, `target:<id>`, a dataset's id, `result`, its root, `aud_…` or `receipt`. */
  readonly artifact: string
  readonly run: LineageRun
  /** The stored bytes of an artifact from its beginning; asked for twice at most, and only for those that are needed. */
  readonly open: (artifact: Side | 'result') => ArtifactParts
}

export type Lineage = {
  readonly artifact: {
    readonly id: string
    readonly kind: LineageKind
    /** Of a line its leaf hash, of a dataset or a result its root, of a checkpoint SHA-256 of its note. */
    readonly hash: string
    /** The canonical line, of what is one. */
    readonly line?: JsonObject
    /** Its place in its artifact, from 0. */
    readonly index?: number
  }
  readonly backward: Backward
  /** Everything that was made from it, in the order in which it was made. */
  readonly forward: readonly ForwardArtifact[]
  readonly forwardTruncated: boolean
  /** What is wrong with the stored bytes that were read; empty when nothing is. */
  readonly faults: readonly string[]
}

export type Backward = {
  readonly records: readonly TracedRecord[]
  readonly truncated: boolean
  /** The rule that made it, or that its records came nearest to. */
  readonly rule?: Rule
  /** What the line says besides its rule and its records. */
  readonly evidence?: JsonObject
  readonly datasets: readonly ({ readonly side: Side } & LineageSide)[]
  readonly policy: string
  readonly engine: string
}

/** A record that the artifact holds, or that a break names as a candidate. */
export type TracedRecord = ProvenRecord & {
  readonly side: Side
  readonly role: 'record' | 'candidate'
  readonly datasetId: string | null
  /** The dataset's, to which `inclusion` leads. */
  readonly root: string
}

export type ForwardArtifact = {
  readonly id: string
  readonly kind: LineageKind
  readonly hash: string
  readonly relation: LineRelation | 'wasDerivedFrom'
}

/** Records, and made artifacts, of a lineage at most. */
export const traceCountMax = 1_000
