import type { BySide } from '@tallystick/engine/record'
import { calendarYearFaults, type DatedPolicy, type Period, type RuleSetInput } from '@tallystick/engine/rules'
import { isDemoKind } from '@tallystick/schema/adapter'
import type { PinnedSide } from '@tallystick/schema/json-columns'
import type { Fault } from '@tallystick/schema/problem'
import { ProblemError } from '../http/problem.ts'
import { demoDataset } from '../store/demo/demo-dataset.ts'

interface DatedDataset {
  readonly id: string
  readonly periodFrom: string | null
  readonly periodTo: string | null
}

export interface SentPolicy {
  readonly form: RuleSetInput['form']
  readonly policy: DatedPolicy
}

/** Whether a criterion counts by a calendar: only then the years of the records matter. */
export const readsCalendar = ({ rules }: DatedPolicy): boolean =>
  rules.some(({ match = [] }) => match.some(({ calendar }) => calendar !== undefined))

export function refuseUnknownYears(
  sent: SentPolicy,
  sides: BySide<PinnedSide>,
  datasets: readonly DatedDataset[],
): void {
  const errors = unknownYears(sent, sides, datasets)
  if (errors.length > 0) throw new ProblemError('validation_failed', { errors })
}

/** A fault `calendar_years` for each criterion whose calendar lacks years of the records' dates. */
export const unknownYears = (
  { form, policy }: SentPolicy,
  sides: BySide<PinnedSide>,
  datasets: readonly DatedDataset[],
): readonly Fault[] =>
  calendarYearFaults(policy, (side, field) => (field === 'date' ? periodOf(sides[side], datasets) : undefined)).map(
    (fault) => ({
      ...fault,
      // A request of criteria has no list of rules, so that its pointers lack `/0/match`.
      pointer: `/rules${form === 'criteria' ? fault.pointer.replace('/0/match', '') : fault.pointer}`,
    }),
  )

function periodOf({ datasetId }: PinnedSide, datasets: readonly DatedDataset[]): Period | undefined {
  if (datasetId !== null && isDemoKind(datasetId)) return demoDataset(datasetId).period
  const dataset = datasets.find(({ id }) => id === datasetId)
  const { periodFrom: from = null, periodTo: to = null } = dataset ?? {}
  return from === null || to === null ? undefined : { from, to }
}
