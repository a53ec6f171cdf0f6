import { createPace, type Pace } from '../../base/slices.ts'
import { engineLimits, type Limits } from './limits.ts'

/** Steps of a slice: about five milliseconds, or a few times as many where a step costs more than usual. */
export const sliceStepCountUsual = 1_000_000

/** The work of a run: its bounds, and the steps that it has counted. */
export interface Work extends Pace {
  readonly limits: Limits
  /** Whether the run as a whole has a bound: steps then have to be counted exactly before they are taken. */
  readonly isLimited: boolean
  /** Whether slices end at all: costly reads are then made ahead, so that none of them is longer than a slice. */
  readonly isSliced: boolean
  /** Counts steps that are about to be taken. Throws a `WorkLimitError` when the run as a whole takes too many. */
  spend(stepCount: number): void
}

/** Thrown before the steps are taken that would be more than the caller allows for a whole run. */
export class WorkLimitError extends Error {
  override readonly name = 'WorkLimitError'
  readonly stepCountMax: number

  constructor(stepCountMax: number) {
    super(`The run takes more than ${stepCountMax} steps`)
    this.stepCountMax = stepCountMax
  }
}

/** The account of a run that has taken no steps. Without `stepCountMax` the run as a whole has no bound. */
export function createWork(options: WorkOptions = {}): Work {
  const { limits = engineLimits, stepCountMax, sliceStepCount = Number.POSITIVE_INFINITY } = options
  let spent = 0
  return {
    limits,
    isLimited: stepCountMax !== undefined,
    isSliced: sliceStepCount < Number.POSITIVE_INFINITY,
    spend(stepCount) {
      spent += stepCount
      if (stepCountMax !== undefined && spent > stepCountMax) throw new WorkLimitError(stepCountMax)
    },
    ...createPace(sliceStepCount),
  }
}

export interface WorkOptions {
  readonly limits?: Limits
  readonly stepCountMax?: number | undefined
  /** Steps after which a slice ends; without it, the run is one slice. */
  readonly sliceStepCount?: number | undefined
}
