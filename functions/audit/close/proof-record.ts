import { type FoldedPeriod, proofTable, provePeriod, type ReadPeriod, submissionFaults } from '@tallystick/engine/close'
import type { ProofRecord } from '@tallystick/schema/balance'

interface ProvedPeriod {
  readonly read: ReadPeriod
  readonly folded: FoldedPeriod
}

/** The proof of the balances of a period, of that revision and run, and why it cannot be submitted yet. */
export function proofRecordOf({ read, folded }: ProvedPeriod, of: Pick<ProofRecord, 'revision' | 'run'>): ProofRecord {
  const proven = provePeriod(folded, read)
  return {
    ...of,
    proofs: proven.proof.map((proof) => ({
      currency: proof.currency,
      unexplained: proof.unexplained,
      rows: proofTable(folded.terms, proof).map((each) => ({ ...each })),
    })),
    rollForward: proven.rollForward.map(({ faults, ...each }) => ({
      ...each,
      faults: faults.map((fault) => ({ ...fault })),
    })),
    faults: submissionFaults(read, folded, proven).map((fault) => ({ ...fault })),
  }
}
