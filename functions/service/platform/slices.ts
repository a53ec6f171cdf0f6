import { computeWithPauses, type Slices } from '@tallystick/engine/base'

/** Computes in slices. Between two of them it awaits `pause`, and lets the isolate answer other requests. */
export const computeInSlices = <Result>(slices: Slices<Result>, pause?: () => Promise<void>): Promise<Result> =>
  computeWithPauses(slices, async () => {
    await pause?.()
    await nextEvent()
  })

/** Lets other events of the isolate have their turn. Without this, its clock stands still, too. */
export const nextEvent = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))
