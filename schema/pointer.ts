import { at, pointerPart } from '@tallystick/engine/base'

/** RFC 6901 JSON Pointers, and the order in which their places stand in a document. */

/** The pointer to the member at `path`. */
export const pointerOf = (path: readonly PropertyKey[]): string =>
  path.map((part) => `/${pointerPart(String(part))}`).join('')

/** The path of `pointer`, the inverse of `pointerOf`. A part that is spelt as a position in a list becomes a number. */
export const pathOf = (pointer: string): (string | number)[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => (/^(0|[1-9]\d{0,14})$/.test(part) ? Number(part) : part.replaceAll('~1', '/').replaceAll('~0', '~')))

/**
 * `placed` in the order of `document`: an object or list before its members, and a missing member after all others.
 * Elements with the same pointer keep their order; an element without a pointer comes first.
 */
export function inDocumentOrder<Placed extends { readonly pointer?: string | undefined }>(
  placed: readonly Placed[],
  document: unknown,
): readonly Placed[] {
  const positionIn = createPositions()
  const keyed = placed.map((each) => ({ each, positions: positionsOf(each.pointer ?? '', document, positionIn) }))
  return keyed.sort((a, b) => comparePositions(a.positions, b.positions)).map(({ each }) => each)
}

/** For each part of the pointer its position among the members of its object or list. */
function positionsOf(pointer: string, document: unknown, positionIn: PositionIn): readonly number[] {
  let value = document
  return pathOf(pointer).map((part) => {
    if (typeof value !== 'object' || value === null) return 0
    const position = positionIn(value, String(part))
    value = Reflect.get(value, part)
    return position
  })
}

/** The position of a member in its object or list; a missing member comes after all others. */
type PositionIn = (container: object, name: string) => number

/** Lists the members of each container only once: one object of many thousand members may have many faults. */
function createPositions(): PositionIn {
  const known = new Map<object, ReadonlyMap<string, number>>()
  return (container, name) => {
    const positions = known.get(container) ?? new Map(Object.keys(container).map((key, index) => [key, index]))
    known.set(container, positions)
    return positions.get(name) ?? positions.size
  }
}

function comparePositions(left: readonly number[], right: readonly number[]): number {
  for (let index = 0; index < left.length && index < right.length; index++) {
    const difference = at(left, index) - at(right, index)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}
