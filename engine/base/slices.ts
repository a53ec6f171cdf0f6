/**
 * A long computation that gives way again and again: it yields where its caller may do something else, and returns its
 * result in the end. The result does not depend on what the caller does in between.
 */
export type Slices<Result> = Generator<undefined, Result, undefined>

/** Tells a computation when to yield. */
export interface Pace {
  /** Counts steps that were taken since the last slice ended, and tells whether this one ends: then is the time to yield. */
  endsSlice(stepCount: number): boolean
}

/** The pace of a computation whose slices end after so many steps. */
export function createPace(sliceStepCount: number): Pace {
  let taken = 0
  return {
    endsSlice(stepCount) {
      taken += stepCount
      if (taken < sliceStepCount) return false
      taken = 0
      return true
    },
  }
}

/** The pace of a computation that never yields. */
export const uninterrupted: Pace = { endsSlice: () => false }

/** The result of a computation that is not interrupted. */
export function finish<Result>(slices: Slices<Result>): Result {
  while (true) {
    const { done, value } = slices.next()
    if (done === true) return value
  }
}

/** The result of a computation, between whose slices `pause` is awaited. */
export async function computeWithPauses<Result>(slices: Slices<Result>, pause: () => Promise<void>): Promise<Result> {
  while (true) {
    const { done, value } = slices.next()
    if (done === true) return value
    await pause()
  }
}
