import { createContext } from 'preact'

/** The sealed evidence of the run that is shown. A run that was made here has none: it is sealed nowhere. */
export interface RunEvidence {
  /** The proof of one line up to the signed checkpoint, given the index of the line among all lines of the result. */
  readonly proofOf: (leaf: number) => Promise<Blob>
  /** The whole evidence pack. */
  readonly pack: () => Promise<Blob>
}

/** Whoever shows a run with evidence provides it to all that is shown of the run. */
export const RunEvidenceContext = createContext<RunEvidence | undefined>(undefined)
