/** The places of the workspace, by their addresses. */
export const placeNames = ['datasets', 'runs', 'keys', 'usage'] as const
export type PlaceName = (typeof placeNames)[number]

export interface AppPlace {
  /** Undefined for the address of the workspace itself, `unknown` for one that leads nowhere. */
  readonly name: PlaceName | 'start' | 'unknown'
  /** The dataset or run. */
  readonly id: string | undefined
}

/** The place that a path leads to: `/app/runs/run_1` to that run. */
export function placeOf(path: string): AppPlace {
  const [, app, name = '', id, ...rest] = path.replace(/\/+$/, '').split('/')
  if (app !== 'app' || rest.length > 0) return { name: 'unknown', id: undefined }
  if (name === '') return { name: 'start', id: undefined }
  const known = placeNames.find((each) => each === name)
  const takesId = known === 'datasets' || known === 'runs'
  if (known === undefined || (id !== undefined && !takesId)) return { name: 'unknown', id: undefined }
  return { name: known, id }
}
