import { createPace, type Pace } from '../../base/slices.ts'
import { engineLimits, type Limits } from './limits.ts'

/** The usual steps of a slice: about five milliseconds, or a few times as much where steps are costly. */
export const sliceStepCountUsual = 1_000_000

export interface Work extends Pace {
  readonly limits: Limits
  /** Whether the run has a limit of steps. Then steps are counted exactly before they are taken. */
  readonly isLimited: boolean
  /**
   * Whether the run pauses between slices. Then costly reads are made in advance, so that none takes longer than a
   * slice.
   */
  readonly isSliced: boolean
  /** Counts steps before they are taken. Throws a `WorkLimitError` when the run takes more than its limit. */
  spend(stepCount: number): void
  /** The steps that were counted so far. */
  stepCount(): number
}

export class WorkLimitError extends Error {
  override readonly name = 'WorkLimitError'
  readonly stepCountMax: number

  constructor(stepCountMax: number) {
    super(`The run takes more than ${stepCountMax} steps`)
    this.stepCountMax = stepCountMax
  }
}

/** Without `stepCountMax` the run has no limit of steps. */
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
    stepCount: () => spent,
    ...createPace(sliceStepCount),
  }
}

interface WorkOptions {
  readonly limits?: Limits
  readonly stepCountMax?: number | undefined
  readonly sliceStepCount?: number | undefined
}
