/** Work that pauses between steps, so that its records can be stored before it reads more. */
export type Steps<Result> = Generator<void, Result, void>

export function* noSteps(): Steps<void> {}

export function finish<Result>(steps: Steps<Result>): Result {
  while (true) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
