/** The element, even if undefined. Throws a `RangeError` outside the list: a wrong row is a wrong payment. */
export function at<Element>(list: readonly Element[], index: number): Element {
  const element = list[index]
  if (element === undefined && !(index in list)) throw outOfRange(index, list.length)
  return element as Element
}

/**
 * The number at `index` of a typed array; throws like `at`. A function that also reads plain lists would be slower in
 * hot loops.
 */
export function numberAt(
  list: Int32Array | Uint32Array | Uint16Array | Float64Array | Uint8Array,
  index: number,
): number {
  const value = list[index]
  if (value === undefined) throw outOfRange(index, list.length)
  return value
}

/** For the hottest loops: one type of array only, where `numberAt` checks the type at each read. */
export function uint32At(list: Uint32Array, index: number): number {
  const value = list[index]
  if (value === undefined) throw outOfRange(index, list.length)
  return value
}

export function int32At(list: Int32Array, index: number): number {
  const value = list[index]
  if (value === undefined) throw outOfRange(index, list.length)
  return value
}

export function uint16At(list: Uint16Array, index: number): number {
  const value = list[index]
  if (value === undefined) throw outOfRange(index, list.length)
  return value
}

export function float64At(list: Float64Array, index: number): number {
  const value = list[index]
  if (value === undefined) throw outOfRange(index, list.length)
  return value
}

export function byteAt(bytes: Uint8Array, index: number): number {
  const byte = bytes[index]
  if (byte === undefined) throw outOfRange(index, bytes.length)
  return byte
}

const outOfRange = (index: number, length: number): RangeError =>
  new RangeError(`Got index ${index}, wanted one from 0 to ${length - 1}`)
