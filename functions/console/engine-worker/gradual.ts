import type { Slices } from '@tallystick/engine/base'

/** A value that is computed in the pauses of the worker, or at once when it is needed earlier. */
export interface Gradual<Value> {
  /** Computes the remaining slices at once. */
  readonly now: () => Value
  /** Computes the value slice by slice. Where `pause` throws, the slices made so far are kept. */
  readonly prepare: (pause: () => Promise<void>) => Promise<void>
}

export function createGradual<Value>(begin: () => Slices<Value>): Gradual<Value> {
  let slices: Slices<Value> | undefined
  let made: { readonly value: Value } | undefined

  const step = (): { readonly value: Value } | undefined => {
    slices ??= begin()
    const { done, value } = slices.next()
    if (done === true) made = { value }
    return made
  }
  return {
    now() {
      let end = made
      while (end === undefined) end = step()
      return end.value
    },
    async prepare(pause) {
      while (made === undefined && step() === undefined) await pause()
    },
  }
}
