import { ProblemError } from './problem.ts'

/** The problem of a change of a period that is not open. */
export const notOpen = ({ state }: { readonly state: string }): ProblemError =>
  new ProblemError(state === 'closed' ? 'period_closed' : 'period_submitted')
