import { isHash } from '@tallystick/engine/base'
import { isReceipt, type LogEntry, noReceipt, parseLogEntry } from '@tallystick/engine/log'
import type { Entry, EntryFault, EntryReader, ReadSoFar, WatchedKind } from './watched-kind.ts'

/** What a monitor remembers of the entries of a tenant's log. */
interface ReceiptMemory {
  readonly previous: string
  /** When the run of the last entry was completed; empty before the first entry. */
  readonly completedAt: string
  readonly runs: readonly string[]
}

/**
 * Follows a tenant's log. Each entry is a receipt or a deletion of the tenant, states its position, and names the entry
 * before it. It was completed no earlier than it was created, and no earlier than the entry before. No run has two
 * receipts. Keeps the id of each run in memory.
 */
export const receiptLog: WatchedKind = {
  stateKind: 'tallystick/monitor@1',
  name: 'log',
  ofWhat: 'a log',
  entries: 'receipts',
  follow: ({ origin, memory = { previous: noReceipt, completedAt: '', runs: [] } }) =>
    isMemory(memory) ? followReceipts(origin, memory) : undefined,
}

function followReceipts(origin: string, begun: ReceiptMemory): EntryReader {
  const tenant = origin.slice(origin.lastIndexOf('/') + 1)
  const runs = new Set(begun.runs)
  let { previous, completedAt } = begun
  return {
    take(entry) {
      const parsed = parseLogEntry(entry.text)
      if (!parsed.ok) return faultOf(entry, parsed.detail)
      const read = parsed.value
      const detail = chainFault(read, { position: entry.position, previous, tenant }) ?? timeFault(read, completedAt)
      if (detail !== undefined) return faultOf(entry, detail)
      if (isReceipt(read) && runs.has(read.run)) return secondReceipt(entry, read.run)
      if (isReceipt(read)) runs.add(read.run)
      previous = entry.leaf
      completedAt = read.completedAt
      return undefined
    },
    memory: (): ReceiptMemory => ({ previous, completedAt, runs: [...runs] }),
  }
}

interface Place {
  readonly position: number
  readonly previous: string
  readonly tenant: string
}

function chainFault(read: LogEntry, { position, previous, tenant }: Place): string | undefined {
  if (read.sequence !== position) return `it says that its place is ${read.sequence}`
  if (read.previous !== previous) return 'it does not name the receipt before'
  return read.tenant === tenant ? undefined : 'it is of another tenant than the log'
}

/** All times are texts of the same length, so their order as text is their order in time. */
function timeFault({ createdAt, completedAt }: LogEntry, completedBefore: string): string | undefined {
  if (completedAt < createdAt) return `it was completed at ${completedAt}, before it was made at ${createdAt}`
  return completedAt < completedBefore
    ? `it was completed at ${completedAt}, before the one before it at ${completedBefore}`
    : undefined
}

const secondReceipt = (entry: Entry, run: string): EntryFault => ({
  ...faultOf(entry, `it is a second receipt of the run ${run}`),
  rival: {
    from: 0,
    isIt({ text }) {
      const read = parseLogEntry(text)
      return read.ok && isReceipt(read.value) && read.value.run === run
    },
  },
})

const faultOf = ({ position }: Entry, detail: string): EntryFault => ({
  detail: `The entry ${position} of the log: ${detail}.`,
})

function isMemory(memory: ReadSoFar['memory']): memory is ReceiptMemory {
  const { previous, completedAt, runs } = Object(memory)
  const isText = (value: unknown) => typeof value === 'string'
  return isHash(previous) && isText(completedAt) && Array.isArray(runs) && runs.every(isText)
}
