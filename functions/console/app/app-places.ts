const placeNames = ['datasets', 'runs', 'keys', 'usage'] as const
type PlaceName = (typeof placeNames)[number]

export interface AppPlace {
  /** `start` for the workspace itself, `unknown` for an address that leads nowhere. */
  readonly name: PlaceName | 'start' | 'unknown'
  readonly id: string | undefined
}

/** `/app/runs/run_1` leads to that run. */
export function placeOf(path: string): AppPlace {
  const [, app, name = '', id, ...rest] = path.replace(/\/+$/, '').split('/')
  if (app !== 'app' || rest.length > 0) return { name: 'unknown', id: undefined }
  if (name === '') return { name: 'start', id: undefined }
  const known = placeNames.find((each) => each === name)
  const takesId = known === 'datasets' || known === 'runs'
  if (known === undefined || (id !== undefined && !takesId)) return { name: 'unknown', id: undefined }
  return { name: known, id }
}
