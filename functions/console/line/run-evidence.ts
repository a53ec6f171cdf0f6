import { createContext } from 'preact'

/** The sealed evidence of a run. A run made here has none. */
export interface RunEvidence {
  /** The proof of one line, given its index among all lines of the result. */
  readonly proofOf: (leaf: number) => Promise<Blob>
  readonly pack: () => Promise<Blob>
}

/** A page that shows a run with evidence provides this context. */
export const RunEvidenceContext = createContext<RunEvidence | undefined>(undefined)
