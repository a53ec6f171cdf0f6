import type { Reconciliation, ShownPeriod } from './close-calls.ts'

/** What each step of a period shows and changes. */
export interface StepProps {
  readonly period: ShownPeriod
  readonly reconciliation: Reconciliation
  /** Reads the period anew after a change. */
  readonly onChanged: () => void
}
