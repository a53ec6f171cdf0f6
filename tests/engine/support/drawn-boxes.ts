import { type DotGraph, pointsIn } from './read-dot.ts'

/** The rectangle that a node takes on the page, in points. */
export interface DrawnBox {
  readonly left: number
  readonly right: number
  readonly bottom: number
  readonly top: number
}

type Point = readonly [x: number, y: number]

/** Where the nodes of a drawing that says so stand, by id. */
export function boxesOf({ nodes }: DotGraph): ReadonlyMap<string, DrawnBox> {
  return new Map(
    [...nodes].map(([id, attributes]) => {
      const [[x, y] = [Number.NaN, Number.NaN]] = pointsIn(attributes.get('pos') ?? '')
      const [width, height] = ['width', 'height'].map((name) => Math.round(Number(attributes.get(name)) * 72))
      const [halfWidth, halfHeight] = [(width ?? Number.NaN) / 2, (height ?? Number.NaN) / 2]
      return [id, { left: x - halfWidth, right: x + halfWidth, bottom: y - halfHeight, top: y + halfHeight }]
    }),
  )
}

/** Whether a point is on the rim of a box. */
export function isOnRim([x, y]: Point, { left, right, bottom, top }: DrawnBox): boolean {
  const [isWithin, isInside] = [
    x >= left && x <= right && y >= bottom && y <= top,
    x > left && x < right && y > bottom && y < top,
  ]
  return isWithin && !isInside
}

/** Whether some of the rectangle between two points is inside a box; that of an upright or level leg is the leg. */
export function isThrough(a: Point, b: Point, { left, right, bottom, top }: DrawnBox): boolean {
  const [fromX, toX, fromY, toY] = [
    Math.min(a[0], b[0]),
    Math.max(a[0], b[0]),
    Math.min(a[1], b[1]),
    Math.max(a[1], b[1]),
  ]
  return toX > left && fromX < right && toY > bottom && fromY < top
}
