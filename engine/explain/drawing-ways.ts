import type { Box, Sheet } from './drawing-boxes.ts'
import type { GraphEdge } from './graph-draft.ts'

/** A corner of a route, in points. */
export type Point = readonly [x: number, y: number]

/** What a way leads between. */
export interface Ends {
  readonly from: Box
  readonly to: Box
  readonly edge: GraphEdge
  readonly lanes: Sheet['lanes']
}

/** From the rim of `from` to the rim of `to`, whole points, each leg upright or level. */
export type Route = (ends: Ends) => readonly Point[]

const left = ({ x, width }: Box): number => x - width / 2
const right = ({ x, width }: Box): number => x + width / 2
const top = ({ y, height }: Box): number => y + height / 2
const bottom = ({ y, height }: Box): number => y - height / 2

const isTarget = ({ edge }: Ends): boolean => edge.to.endsWith(':target') || edge.from.endsWith(':target')

/** Straight up, from the top of the one to the bottom of the other. */
export const up: Route = ({ from, to }) => [
  [from.x, top(from)],
  [from.x, bottom(to)],
]

/** From a box on the right side of the spine, `rise` above its middle, to what stands at the top. */
export const toTop =
  (rise: number): Route =>
  ({ from, to }) => [
    [right(from), from.y + rise],
    [to.x, from.y + rise],
    [to.x, bottom(to)],
  ]

/** To the claims on the other side of the lane. */
export const throughLane =
  (lane: 'used' | 'derived' | 'excluded', fall: number): Route =>
  ({ from, to, lanes }) => [
    [left(from), from.y],
    [lanes[lane], from.y],
    [lanes[lane], to.y + fall],
    [left(to), to.y + fall],
  ]

/** From the first step after the reading to the records of a side, from below. */
export const upToRecords: Route = (ends) => {
  const { from, to } = ends
  const [x, y] = [from.x + (isTarget(ends) ? 8 : -8), bottom(to) - 28]
  return [
    [x, top(from)],
    [x, y],
    [to.x, y],
    [to.x, bottom(to)],
  ]
}

/** Up from what stands on the left, then over to what was open before. */
export const upAndOver =
  (fall: number): Route =>
  ({ from, to }) => [
    [from.x, top(from)],
    [from.x, to.y - fall],
    [left(to), to.y - fall],
  ]

/** From what stands on the left to the records of a side: to their left, or to their bottom when they are the far ones. */
export const overToRecords: Route = (ends) => {
  const { from, to } = ends
  if (!isTarget(ends)) return upAndOver(7)(ends)
  const [x, y] = [from.x + 12, bottom(to) - 12]
  return [
    [x, top(from)],
    [x, y],
    [to.x - 16, y],
    [to.x - 16, bottom(to)],
  ]
}

/** Around the box in between, on its right. */
export const aroundRight: Route = ({ from, to, lanes }) => [
  [right(from), from.y + 5],
  [lanes.besideRight, from.y + 5],
  [lanes.besideRight, to.y - 5],
  [right(to), to.y - 5],
]

/** Around the box in between, on its left. */
export const aroundLeft: Route = ({ from, to, lanes }) => [
  [left(from), from.y],
  [lanes.besideLeft, from.y],
  [lanes.besideLeft, to.y - 8],
  [left(to), to.y - 8],
]

/** Around the first pass, on its right, to the bottom of the records of a side. */
export const aroundToRecords: Route = ({ from, to, lanes }) => {
  const y = bottom(to) - 20
  return [
    [right(from), from.y + 5],
    [lanes.besideRight, from.y + 5],
    [lanes.besideRight, y],
    [to.x + 16, y],
    [to.x + 16, bottom(to)],
  ]
}

/** Past the reading, on the outer side. */
export const pastReading: Route = (ends) => {
  const { from, to } = ends
  const side = isTarget(ends) ? 1 : -1
  const [rim, lane] = [from.x + (side * from.width) / 2, from.x + side * (from.width / 2 + 12)]
  return [
    [rim, from.y + 7],
    [lane, from.y + 7],
    [lane, to.y - 8],
    [rim, to.y - 8],
  ]
}

/** To a dataset, outside of everything that stands between; `shift` is away from what stands there. */
export const toDataset =
  (rise: number, shift: number): Route =>
  (ends) => {
    const { from, to, lanes } = ends
    const lane = isTarget(ends) ? lanes.targetDataset + shift : lanes.sourceDataset - shift
    const [start, end] = isTarget(ends) ? [right(from), right(to)] : [left(from), left(to)]
    return [
      [start, from.y + rise],
      [lane, from.y + rise],
      [lane, to.y + shift],
      [end, to.y + shift],
    ]
  }

/** From what stands below the boxes on the left, `shift` left of the middle. */
export const upAndLeft =
  (shift: number): Route =>
  ({ from, to }) => [
    [from.x - shift, top(from)],
    [from.x - shift, to.y - 6],
    [right(to), to.y - 6],
  ]

/** From the right of the one to the left of the other beside it. */
export const level: Route = ({ from, to }) => [
  [right(from), from.y],
  [left(to), from.y],
]

/** From below a reading, on the right of what leads into it, to what stands at the top. */
export const underReadings: Route = ({ from, to }) => {
  const [x, y] = [from.x + 30, bottom(from) - 13]
  return [
    [x, bottom(from)],
    [x, y],
    [to.x, y],
    [to.x, bottom(to)],
  ]
}

/** From what stands on the left, below, to the bottom of what is in the middle. */
export const overAndUp: Route = ({ from, to }) => [
  [right(from), from.y + 6],
  [to.x - 30, from.y + 6],
  [to.x - 30, bottom(to)],
]

/** To what stands below on the right. */
export const overAndDown: Route = ({ from, to }) => [
  [right(from), from.y - 9],
  [to.x, from.y - 9],
  [to.x, top(to)],
]
