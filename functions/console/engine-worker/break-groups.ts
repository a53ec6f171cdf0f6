import type { RecordName } from '@tallystick/audit/report/shown-record'
import type { Side } from '@tallystick/engine/record'
import { type BreakLine, type CauseKind, causeKinds } from '@tallystick/engine/result'
import type { LineRecord } from './line-figures.ts'

type Cause = NonNullable<BreakLine['cause']>

/** What breaks have in common: a cause, or the record of whose nearest set they are parts. */
export interface BreakGroups {
  /** The causes of the result, in the order of the engine's list. */
  readonly causes: readonly CauseKind[]
  readonly causeCountOf: (side: Side, cause: Cause) => number
  /** The records whose breaks name this record in `partOf`. */
  readonly partsOf: (anchor: RecordName) => readonly RecordName[]
}

export interface BreakGrouping {
  readonly add: (line: BreakLine, records: readonly LineRecord[]) => void
  readonly groups: () => BreakGroups
}

export function groupBreaks(): BreakGrouping {
  const counts = new Map<string, number>()
  const kinds = new Set<CauseKind>()
  const parts = new Map<string, RecordName[]>()
  return {
    add({ cause, partOf }, records) {
      if (cause !== undefined) kinds.add(cause.kind)
      for (const { name } of records) {
        if (cause !== undefined) {
          const key = causeKey(name.side, cause)
          counts.set(key, (counts.get(key) ?? 0) + 1)
        }
        if (partOf === undefined) continue
        const known = parts.get(recordKey(partOf))
        if (known === undefined) parts.set(recordKey(partOf), [name])
        else known.push(name)
      }
    },
    groups: () => ({
      causes: causeKinds.filter((kind) => kinds.has(kind)),
      causeCountOf: (side, cause) => counts.get(causeKey(side, cause)) ?? 0,
      partsOf: (anchor) => parts.get(recordKey(anchor)) ?? [],
    }),
  }
}

const causeKey = (side: Side, { kind, value }: Cause): string => `${side} ${kind} ${value}`

const recordKey = ({ side, id }: RecordName): string => `${side} ${id}`
