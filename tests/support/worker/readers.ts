import type { Problem } from '../../../functions/client/failure.ts'

export type { Problem }

/** The problem that a response is; its body must say the status that the response has. */
export async function problemOf(answer: Response | Promise<Response>): Promise<Problem> {
  const response = await answer
  const problem = await response.json<Problem>()
  if (problem.status !== response.status) throw new Error(`${response.status} says ${JSON.stringify(problem)}`)
  return problem
}

/** A clock that only moves by `advance`; starts at the real time. */
export function settableClock(start = Date.now()): { now: () => number; advance: (milliseconds: number) => void } {
  let time = start
  return {
    now: () => time,
    advance: (milliseconds) => {
      time += milliseconds
    },
  }
}
