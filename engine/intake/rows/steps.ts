/** Work that pauses between its steps, so that its records can be stored before more are read. */
export type Steps<Result> = Generator<void, Result, void>

export function* noSteps(): Steps<void> {}

export function finish<Result>(steps: Steps<Result>): Result {
  while (true) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
