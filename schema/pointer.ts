import { at } from '@tallystick/engine'

/** RFC 6901 JSON Pointers, and the order of what they point to in a document. */

/** The pointer to the member at `path`. */
export const pointerOf = (path: readonly PropertyKey[]): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** The path of `pointer`, the inverse of `pointerOf`. A part of digits alone becomes a number, as positions in lists are. */
export const pathOf = (pointer: string): (string | number)[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part.replaceAll('~1', '/').replaceAll('~0', '~')))

/**
 * `placed` in the order of `document`: an object or list before its members, and a missing member after all members that
 * are there. Elements with the same pointer keep their order; an element without a pointer belongs to the whole document.
 */
export function inDocumentOrder<Placed extends { readonly pointer?: string | undefined }>(
  placed: readonly Placed[],
  document: unknown,
): readonly Placed[] {
  const keyed = placed.map((each) => ({ each, positions: positionsOf(each.pointer ?? '', document) }))
  return keyed.sort((a, b) => comparePositions(a.positions, b.positions)).map(({ each }) => each)
}

/** For each part of the pointer its position among the members of its object or list. */
function positionsOf(pointer: string, document: unknown): readonly number[] {
  let value = document
  return pathOf(pointer).map((part) => {
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
    const position = entries.findIndex(([name]) => name === String(part))
    if (position < 0) {
      value = undefined
      return entries.length
    }
    value = at(entries, position)[1]
    return position
  })
}

function comparePositions(left: readonly number[], right: readonly number[]): number {
  for (let index = 0; index < left.length && index < right.length; index++) {
    const difference = at(left, index) - at(right, index)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}
