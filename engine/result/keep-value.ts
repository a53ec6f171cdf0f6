/** The most values that are kept: combinations of standings may be as many as pairs. */
export const keptCountMax = 1_000

/** Changes `kept`: forgets all earlier values where there are too many. */
export function keepValue<Value>(kept: Map<number, Value>, code: number, value: Value): void {
  if (kept.size >= keptCountMax) kept.clear()
  kept.set(code, value)
}
