/** Work on what is held that may pause between its steps, so that its records can be stored before the next ones are read. */
export type Steps<Result> = Generator<void, Result, void>

/** Nothing to do. */
export function* noSteps(): Steps<void> {}

/** Does all steps at once. */
export function finish<Result>(steps: Steps<Result>): Result {
  while (true) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
