import type { ProposalRecord } from '@tallystick/schema/propose'
import type { Calls } from './calls.ts'
import type { CallOptions } from './transport.ts'

export interface ProposedSides {
  readonly sourceAdapter: string
  readonly targetAdapter: string
}

export const policyCalls = (calls: Calls) => ({
  /** Proposes rules for two datasets, with the reasons for each. Stores nothing. */
  propose: (sides: ProposedSides, options: CallOptions = {}): Promise<ProposalRecord> =>
    calls.ask({ path: '/policies/propose', json: sides, ...options }),
})
