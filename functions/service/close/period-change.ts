import { notOpen } from '../http/not-open.ts'
import type { PeriodChange } from '../store/act-store.ts'
import type { PeriodRow } from '../store/period-store.ts'

/** Throws `period_submitted` and `period_closed`. */
export function refuseUnlessOpen({ state }: Pick<PeriodRow, 'state'>): void {
  if (state !== 'open') throw notOpen({ state })
}

/** An act that leaves state and edition as they are. */
export const unchanged = ({ state, edition, settingsVersion, policyVersion }: PeriodRow): PeriodChange => ({
  ...{ state, edition, settingsVersion, policyVersion },
  editionBegunAt: null,
})
