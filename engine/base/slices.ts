/** A long computation that yields between slices. The result does not depend on what its caller does meanwhile. */
export type Slices<Result> = Generator<undefined, Result, undefined>

export interface Pace {
  /** Counts steps; true if the slice is over and the computation should yield. */
  endsSlice(stepCount: number): boolean
}

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

export const uninterrupted: Pace = { endsSlice: () => false }

/** Runs a computation to its end without pauses. */
export function finish<Result>(slices: Slices<Result>): Result {
  while (true) {
    const { done, value } = slices.next()
    if (done === true) return value
  }
}

/** Runs a computation to its end; `pause` is awaited between its slices. */
export async function computeWithPauses<Result>(slices: Slices<Result>, pause: () => Promise<void>): Promise<Result> {
  while (true) {
    const { done, value } = slices.next()
    if (done === true) return value
    await pause()
  }
}

/** Calls `work` for each number below `count`, and yields between parts of them as `pace` says. */
export function* forEachInSlices(
  count: number,
  { pace, stepsOfEach }: { readonly pace: Pace; readonly stepsOfEach: number },
  work: (index: number) => void,
): Slices<void> {
  for (let from = 0; from < count; from += partLength) {
    const to = Math.min(count, from + partLength)
    for (let index = from; index < to; index++) work(index)
    if (pace.endsSlice(stepsOfEach * (to - from))) yield
  }
}

const partLength = 2 ** 16
