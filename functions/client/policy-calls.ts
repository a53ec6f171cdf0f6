import type { ProposalRecord } from '@tallystick/schema/propose'
import type { Calls } from './calls.ts'
import type { CallOptions } from './transport.ts'

/** The sides for which rules are proposed, named as those of a run. */
export interface ProposedSides {
  readonly sourceAdapter: string
  readonly targetAdapter: string
}

/** The calls on rules before there is a run. */
export const policyCalls = (calls: Calls) => ({
  /** The rules that two datasets suggest, with what led to them. Nothing is stored. */
  propose: (sides: ProposedSides, options: CallOptions = {}): Promise<ProposalRecord> =>
    calls.ask({ path: '/policies/propose', json: sides, ...options }),
})
