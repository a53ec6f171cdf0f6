import type { Point } from './drawing-ways.ts'

const radiusMax = 7

/**
 * A route as Graphviz reads the `pos` of an edge: a spline of straight legs and round corners, in whole points, whose
 * arrow of `arrowLength` points ends in its last corner. Requires at least two corners, legs that are upright or level,
 * and a last leg that is longer than the arrow.
 *
 *     e,0,30 0,0 0,0 0,20 0,20
 */
export function formatCurve(corners: readonly Point[], arrowLength: number): string {
  const end = corners.at(-1) ?? [0, 0]
  const controls: Point[] = [corners[0] ?? end]
  for (const [position, to] of corners.slice(1).entries()) {
    const [from, before, next] = [corners[position] ?? to, controls.at(-1) ?? to, corners[position + 2]]
    if (next === undefined) {
      const base = along(to, from, arrowLength)
      controls.push(before, base, base)
    } else {
      // A leg has a corner at each end, but the last one has the arrow there.
      const room = next === end ? lengthOf(to, next) - arrowLength : Math.trunc(lengthOf(to, next) / 2)
      const radius = Math.min(radiusMax, Math.trunc(lengthOf(from, to) / 2), room)
      const [leave, enter] = [along(to, from, radius), along(to, next, radius)]
      controls.push(before, leave, leave, to, to, enter)
    }
  }
  return `e,${end.join(',')} ${controls.map((point) => point.join(',')).join(' ')}`
}

const lengthOf = (from: Point, to: Point): number => Math.abs(to[0] - from[0]) + Math.abs(to[1] - from[1])

/** The point `distance` away from `start` towards `end`. */
const along = (start: Point, end: Point, distance: number): Point => [
  start[0] + Math.sign(end[0] - start[0]) * distance,
  start[1] + Math.sign(end[1] - start[1]) * distance,
]
