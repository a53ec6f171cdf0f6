import { computeWithPauses, type Slices } from '@tallystick/engine/base'

/** Computes, and lets the isolate answer other requests between two slices, after `pause`. */
export const computeInSlices = <Result>(slices: Slices<Result>, pause?: () => Promise<void>): Promise<Result> =>
  computeWithPauses(slices, async () => {
    await pause?.()
    await nextEvent()
  })

/** Lets other events of the isolate have their turn. Its clock, too, stands still without this. */
export const nextEvent = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))
