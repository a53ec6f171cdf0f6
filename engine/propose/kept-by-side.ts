import type { LearningSide } from './learning-side.ts'

/** Keeps what is made of a side, by name: each value is made once. */
export function keptBySide<Value>(): (side: LearningSide, name: string, make: () => Value) => Value {
  const bySide = new WeakMap<LearningSide, Map<string, Value>>()
  return (side, name, make) => {
    const byName = bySide.get(side) ?? new Map<string, Value>()
    bySide.set(side, byName)
    const value = byName.get(name) ?? make()
    byName.set(name, value)
    return value
  }
}
