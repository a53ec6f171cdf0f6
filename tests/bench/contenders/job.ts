import type { Format } from '../waterfall/files.ts'
import type { RuleId } from '../waterfall/rules.ts'
import type { Tier } from '../waterfall/tier.ts'

/** What every contender is given: the files, and nothing that is made of them. */
export interface Job {
  readonly source: string
  readonly target: string
  readonly rules: string
  readonly format: Format
  readonly tier: Tier
  /** Where the contender writes its matches, one line each; undefined where nothing but the root is wanted. */
  readonly matches: string | undefined
}

/** Matches by rule. */
export type Counts = { readonly [rule in RuleId]: number }

/** What a contender says of itself on its last line of output. */
export interface PeerReport {
  /** From the start of parsing to the root, without the start of the process. */
  readonly milliseconds: number
  readonly counts: Counts
  readonly root: string
}

/** A match as contenders write it for the check: `{"rule":"exact","source":["txn_…"],"target":["JE-…"]}`. */
export interface MatchFound {
  readonly rule: string
  readonly source: readonly string[]
  readonly target: readonly string[]
}

/** What a run of a contender took and found. */
export interface Outcome {
  /** From the start of the process to its end. */
  readonly wallMilliseconds: number
  /** From the start of parsing to the root, as the process itself says; undefined where it does not. */
  readonly innerMilliseconds: number | undefined
  /** The time of all threads, in user and system mode. */
  readonly cpuMilliseconds: number
  readonly peakBytes: number
  readonly counts: Counts
  readonly root: string
}
