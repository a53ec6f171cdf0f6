import { client, mayDo } from '../session.ts'
import { useCall } from '../use-call.ts'

export type ReconciliationNames = ReadonlyMap<string, string>

const none: ReconciliationNames = new Map()

/** The names of reconciliations by their ids; none for whoever may not see them. */
export function useReconciliationNames(): ReconciliationNames {
  const { value } = useCall('names of reconciliations', async (signal) => {
    if (!mayDo('runs:read')) return none
    const all = await client().reconciliations.list({}, { signal }).toArray()
    return new Map(all.map(({ id, name }) => [id, name]))
  })
  return value ?? none
}
