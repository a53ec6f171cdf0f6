import type { KeyBasis } from '../evidence/trusted-keys.ts'
import type { CheckLine } from './check-lines.ts'

/** What verifying a file of evidence came to. */
export interface Verification extends KeyBasis {
  /** A line each check, in the order of the links. */
  readonly lines: readonly CheckLine[]
  /** What holds when nothing is broken, in words. */
  readonly scope: string
  /** What is proven then, as lines of text; empty where that would be all of a run. */
  readonly proven: string
  /** Faults of the file that none of its checks shows. */
  readonly damaged: readonly string[]
}
