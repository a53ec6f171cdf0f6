import { submissionFaults } from '@tallystick/engine/close'
import type { CloseEnd } from './close-end.ts'
import type { OpenPeriod } from './period-place.ts'

/** `done` once the period could be submitted. */
export const endOf = ({ folded, period, proven }: OpenPeriod): CloseEnd => ({
  ok: true,
  end: submissionFaults(period, folded, proven).length > 0 ? 'open' : 'done',
})
