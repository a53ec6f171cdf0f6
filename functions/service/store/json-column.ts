import type { JsonValue } from '@tallystick/engine/base'

/** Reads columns that hold JSON. Nothing throws, as stored text may have been changed. */

export function jsonIn(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Undefined when the column holds anything but a list of texts. */
export function textsIn(text: string): readonly string[] | undefined {
  const list = jsonIn(text)
  return Array.isArray(list) && list.every((each) => typeof each === 'string') ? list : undefined
}
