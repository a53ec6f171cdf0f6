import type { BySide } from '@tallystick/engine/record'
import { calendarYearFaults, type DatedPolicy, type Period, type RuleSetInput } from '@tallystick/engine/rules'
import { isDemoKind } from '@tallystick/schema/adapter'
import type { PinnedSide } from '@tallystick/schema/json-columns'
import type { Fault } from '@tallystick/schema/problem'
import { ProblemError } from '../http/problem.ts'
import { demoDataset } from '../store/demo/demo-dataset.ts'

/** What the store knows of the dates of a dataset. */
export interface DatedDataset {
  readonly id: string
  readonly periodFrom: string | null
  readonly periodTo: string | null
}

/** A policy and the form in which it was sent. */
export interface SentPolicy {
  readonly form: RuleSetInput['form']
  readonly policy: DatedPolicy
}

/** Whether a policy counts days by a calendar, so that the years of the records matter. */
export const readsCalendar = ({ rules }: DatedPolicy): boolean =>
  rules.some(({ match = [] }) => match.some(({ calendar }) => calendar !== undefined))

/** Throws `validation_failed` when there are faults of `unknownYears`. */
export function refuseUnknownYears(
  sent: SentPolicy,
  sides: BySide<PinnedSide>,
  datasets: readonly DatedDataset[],
): void {
  const errors = unknownYears(sent, sides, datasets)
  if (errors.length > 0) throw new ProblemError('validation_failed', { errors })
}

/**
 * A fault `calendar_years` for each criterion whose calendar does not know all years of the records' dates. Of other
 * fields than `date` the years are not known: there a pair beyond them does not match.
 */
export const unknownYears = (
  { form, policy }: SentPolicy,
  sides: BySide<PinnedSide>,
  datasets: readonly DatedDataset[],
): readonly Fault[] =>
  calendarYearFaults(policy, (side, field) => (field === 'date' ? periodOf(sides[side], datasets) : undefined)).map(
    (fault) => ({
      ...fault,
      // Criteria stand in the list themselves: they have no rule above them.
      pointer: `/rules${form === 'criteria' ? fault.pointer.replace('/0/match', '') : fault.pointer}`,
    }),
  )

function periodOf({ datasetId }: PinnedSide, datasets: readonly DatedDataset[]): Period | undefined {
  if (datasetId !== null && isDemoKind(datasetId)) return demoDataset(datasetId).period
  const dataset = datasets.find(({ id }) => id === datasetId)
  const { periodFrom: from = null, periodTo: to = null } = dataset ?? {}
  return from === null || to === null ? undefined : { from, to }
}
