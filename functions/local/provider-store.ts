import type { Adapter, AdapterPayload } from 'oidc-provider'

/** Where the local provider keeps what it has under way: in memory, each kind by its id. */
export function createProviderStore(): (kind: string) => Adapter {
  const rows = new Map<string, AdapterPayload>()
  return (kind) => {
    const keyOf = (id: string): string => `${kind} ${id}`
    return {
      upsert: async (id, payload) => void rows.set(keyOf(id), payload),
      find: async (id) => rows.get(keyOf(id)),
      findByUid: async (uid) => [...rows].find(([key, row]) => key.startsWith(`${kind} `) && row.uid === uid)?.[1],
      findByUserCode: async () => undefined,
      consume: async (id) => {
        const row = rows.get(keyOf(id))
        if (row !== undefined) rows.set(keyOf(id), { ...row, consumed: true })
      },
      destroy: async (id) => void rows.delete(keyOf(id)),
      revokeByGrantId: async (grantId) => {
        for (const [key, row] of rows) if (row.grantId === grantId) rows.delete(key)
      },
    }
  }
}
