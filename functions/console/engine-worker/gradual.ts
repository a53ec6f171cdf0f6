import type { Slices } from '@tallystick/engine/base'

/** A value that takes a while to make: it is made in the pauses of the worker, or at once when it is needed earlier. */
export interface Gradual<Value> {
  /** Makes what is missing, without a rest. */
  readonly now: () => Value
  /** Makes it slice by slice; what `rest` throws leaves it as far as it is. */
  readonly prepare: (rest: () => Promise<void>) => Promise<void>
}

/** A value that `begin` makes, of which nothing is made yet. */
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
    async prepare(rest) {
      while (made === undefined && step() === undefined) await rest()
    },
  }
}
