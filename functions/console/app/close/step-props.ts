import type { PeriodRecord, ReconciliationRecord } from '@tallystick/client'

/** What each step of a period shows and changes. */
export interface StepProps {
  readonly period: PeriodRecord
  readonly reconciliation: ReconciliationRecord
  /** Reads the period anew after a change. */
  readonly onChanged: () => void
}
