import { client, keyScopes, noteUsage } from './session.ts'
import { type Asked, useCall } from './use-call.ts'

export const useScopes = (): Asked<void> =>
  useCall('scopes', async (signal) => {
    if (keyScopes.value === undefined) noteUsage(await client().usage.get({ signal }))
  })
