import type { JsonValue } from '@tallystick/engine/base'

/** Reading columns that hold JSON. A stored text may have been changed behind the service's back, so nothing throws. */

/** The JSON value in `text`; undefined when `text` is no JSON. */
export function jsonIn(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The list of texts in a column; undefined when the column holds anything else. */
export function textsIn(text: string): readonly string[] | undefined {
  const list = jsonIn(text)
  return Array.isArray(list) && list.every((each) => typeof each === 'string') ? list : undefined
}
