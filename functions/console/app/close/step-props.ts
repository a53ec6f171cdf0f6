import type { PeriodRecord } from '@tallystick/client'

/** What each step of a period shows and changes. */
export interface StepProps {
  readonly period: PeriodRecord
  /** Reads the period anew after a change. */
  readonly onChanged: () => void
}
