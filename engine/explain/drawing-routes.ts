import type { Sheet } from './drawing-boxes.ts'
import {
  aroundLeft,
  aroundRight,
  aroundToRecords,
  level,
  overAndDown,
  overAndUp,
  overToRecords,
  type Point,
  pastReading,
  type Route,
  throughLane,
  toDataset,
  toTop,
  underReadings,
  up,
  upAndLeft,
  upAndOver,
  upToRecords,
} from './drawing-ways.ts'
import type { GraphEdge } from './graph-draft.ts'

/**
 * The corners of an edge, from the rim of its `from` to the rim of its `to`; each leg is upright or level. Edges to the
 * policy or the engine share a lane up to it, those from the result to the claims one along them. Throws on an edge that
 * no run has.
 */
export function routeOf({ boxOf, lanes }: Sheet, edge: GraphEdge): readonly Point[] {
  const route = routes[`${kindOf(edge.from)} ${kindOf(edge.to)}`]
  if (route === undefined) throw new Error(`Drawing: there is no way from ${edge.from} to ${edge.to}`)
  return route({ from: boxOf(edge.from), to: boxOf(edge.to), edge, lanes })
}

const kindOf = (id: string): string => id.split(':', 1)[0] ?? id

/** What a run may have, from the kind of what depends to the kind of what it depends on. */
const routes: { readonly [kinds: string]: Route } = {
  'read dataset': up,
  'read engine': underReadings,
  'records read': up,
  'records dataset': pastReading,
  'pass records': upToRecords,
  'pass open': up,
  'pass policy': toTop(7),
  'pass engine': toTop(-7),
  'claims pass': level,
  'claims open': upAndOver(0),
  'claims records': overToRecords,
  'open pass': up,
  'open open': aroundRight,
  'open records': aroundToRecords,
  'classify records': upToRecords,
  'classify open': up,
  'classify claims': throughLane('used', 8),
  'classify policy': toTop(7),
  'classify engine': toTop(-7),
  'breaks classify': overAndUp,
  'breaks open': upAndOver(0),
  'breaks records': overToRecords,
  'excluded claims': throughLane('excluded', -8),
  'result classify': up,
  'result breaks': upAndLeft(50),
  'result excluded': upAndLeft(70),
  'result claims': throughLane('derived', 0),
  'result dataset': toDataset(8, 0),
  'result policy': toTop(0),
  'seal result': up,
  'seal dataset': toDataset(9, 8),
  'seal policy': toTop(3),
  'seal engine': toTop(-3),
  'seal tenant': overAndDown,
  'receipt seal': up,
  'receipt result': aroundRight,
  'checkpoint receipt': up,
  'checkpoint seal': aroundLeft,
}
