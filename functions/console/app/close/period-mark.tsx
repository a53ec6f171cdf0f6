import type { ListedPeriod } from '@tallystick/client'

const classes = { open: 'warn', submitted: '', closed: 'good' } as const
const words = { open: 'open', submitted: 'waits for approval', closed: 'closed' } as const

/** The state of a period, with its edition from the second one on. */
export const PeriodMark = ({
  period: { state, edition },
}: {
  readonly period: Pick<ListedPeriod, 'state' | 'edition'>
}) => (
  <span class={`state ${classes[state]}`}>
    {words[state]}
    {edition > 1 && ` · edition ${edition}`}
  </span>
)
