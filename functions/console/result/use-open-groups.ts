import { useState } from 'preact/hooks'
import type { LineQuery, RunOverview } from '../engine-worker/engine-types.ts'

/** Up to this many breaks, all groups are open from the beginning. */
const openLineCountMax = 100

interface OpenGroups {
  /** The query with the groups that are open. */
  readonly query: LineQuery
  readonly toggle: (key: string) => void
}

/** Which groups of a list are open. `keysOf` has the keys of all groups once they are known. */
export function useOpenGroups(run: RunOverview, query: LineQuery, keysOf: () => readonly string[]): OpenGroups {
  const isShort = run.lineCounts[query.view] <= openLineCountMax
  const [openGroups, setOpenGroups] = useState<readonly string[] | null>(isShort ? null : [])
  return {
    query: { ...query, openGroups: query.isGrouped ? openGroups : null },
    toggle(key) {
      setOpenGroups((before) => {
        const open = before ?? keysOf()
        return open.includes(key) ? open.filter((each) => each !== key) : [...open, key]
      })
    },
  }
}
