import { type CompiledPolicy, calendarYearFaults, type Period, type RuleSetInput } from '@tallystick/engine'
import { ProblemError } from '../http/problem.ts'
import type { BothSides, PinnedSide } from './resolve-adapter.ts'

/** What the store knows of the dates of a dataset. */
export interface DatedDataset {
  readonly id: string
  readonly periodFrom: string | null
  readonly periodTo: string | null
}

/** A policy as it was sent, and compiled. */
export interface SentPolicy {
  readonly form: RuleSetInput['form']
  readonly policy: CompiledPolicy
}

/** Whether a policy counts days by a calendar, so that the years of the records matter. */
export const readsCalendar = ({ rules }: CompiledPolicy): boolean =>
  rules.some(({ match = [] }) => match.some(({ calendar }) => calendar !== undefined))

/**
 * Throws `validation_failed` with a fault `calendar_years` for each criterion whose calendar does not know all years of
 * the records' dates. Of other fields than `date` the years are not known: there a pair beyond them does not match.
 */
export function refuseUnknownYears(
  { form, policy }: SentPolicy,
  sides: BothSides<PinnedSide>,
  datasets: readonly DatedDataset[],
): void {
  const errors = calendarYearFaults(policy, (side, field) =>
    field === 'date' ? periodOf(datasets.find(({ id }) => id === sides[side].datasetId)) : undefined,
  ).map((fault) => ({
    ...fault,
    // Criteria stand in the list themselves: they have no rule above them.
    pointer: `/rules${form === 'criteria' ? fault.pointer.replace('/0/match', '') : fault.pointer}`,
  }))
  if (errors.length > 0) throw new ProblemError('validation_failed', { errors })
}

function periodOf(dataset: DatedDataset | undefined): Period | undefined {
  const { periodFrom: from = null, periodTo: to = null } = dataset ?? {}
  return from === null || to === null ? undefined : { from, to }
}
