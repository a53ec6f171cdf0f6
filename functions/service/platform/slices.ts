import { computeWithPauses, type Slices } from '@tallystick/engine/base'

/**
 * The result of a computation, between whose slices the isolate answers its other requests. `rest` is awaited there, too.
 */
export const computeInSlices = <Result>(slices: Slices<Result>, rest?: () => Promise<void>): Promise<Result> =>
  computeWithPauses(slices, async () => {
    await rest?.()
    await nextEvent()
  })

/** Waits until the other events of the isolate have had their turn: requests that came, and time, which stands still meanwhile. */
export const nextEvent = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))
