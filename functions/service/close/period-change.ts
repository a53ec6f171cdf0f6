import { ProblemError } from '../http/problem.ts'
import type { PeriodChange } from '../store/act-store.ts'
import type { PeriodRow } from '../store/period-store.ts'

/** Throws `period_submitted` and `period_closed`. */
export function refuseUnlessOpen({ state }: Pick<PeriodRow, 'state'>): void {
  if (state !== 'open') throw new ProblemError(state === 'closed' ? 'period_closed' : 'period_submitted')
}

/** An act that leaves state and edition as they are. */
export const unchanged = ({ state, edition, settingsVersion, policyVersion }: PeriodRow): PeriodChange => ({
  ...{ state, edition, settingsVersion, policyVersion },
  editionBegunAt: null,
})
