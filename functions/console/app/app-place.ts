const placeNames = ['reconciliations', 'periods', 'datasets', 'runs', 'webhooks', 'keys', 'usage'] as const
export type PlaceName = (typeof placeNames)[number]

export interface AppPlace {
  /** `start` is the workspace itself, `unknown` an address that leads nowhere. */
  readonly name: PlaceName | 'start' | 'unknown'
  readonly id: string | undefined
}

/** The place that an address leads to: `/app/runs/run_1` leads to that run. */
export function placeOf(path: string): AppPlace {
  const [, app, name = '', id, ...rest] = path.replace(/\/+$/, '').split('/')
  if (app !== 'app' || rest.length > 0) return { name: 'unknown', id: undefined }
  if (name === '') return { name: 'start', id: undefined }
  const known = placeNames.find((each) => each === name)
  const takesId = known !== 'keys' && known !== 'usage'
  if (known === undefined || (id !== undefined && !takesId) || (known === 'periods' && id === undefined))
    return { name: 'unknown', id: undefined }
  return { name: known, id }
}
