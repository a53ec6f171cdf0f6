/** RFC 6901 JSON Pointers, and the order in which a document names what they point to. */

/** The pointer to the member at `path`. */
export const pointerOf = (path: readonly PropertyKey[]): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** The path of `pointer`, positions in lists as numbers: the inverse of `pointerOf`. */
export const pathOf = (pointer: string): (string | number)[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part.replaceAll('~1', '/').replaceAll('~0', '~')))

/**
 * `placed` in the order of `document`: what holds a member before the member, and what is missing after all that is
 * there. Things with one pointer keep their order.
 */
export function inDocumentOrder<Placed extends { readonly pointer?: string | undefined }>(
  placed: readonly Placed[],
  document: unknown,
): readonly Placed[] {
  const keyed = placed.map((each) => ({ each, positions: positionsOf(each.pointer ?? '', document) }))
  return keyed.sort((a, b) => comparePositions(a.positions, b.positions)).map(({ each }) => each)
}

/** The position of each part of the pointer within what holds it. */
function positionsOf(pointer: string, document: unknown): readonly number[] {
  let value = document
  return pathOf(pointer).map((part) => {
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
    const position = entries.findIndex(([name]) => name === String(part))
    value = entries[position]?.[1]
    return position < 0 ? entries.length : position
  })
}

function comparePositions(left: readonly number[], right: readonly number[]): number {
  for (let index = 0; index < left.length && index < right.length; index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}
