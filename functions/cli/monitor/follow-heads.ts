import { isHash } from '@tallystick/engine/base'
import { createHeadChains, type HeadFault, type PlacedHead, parseHead } from '@tallystick/engine/log'
import { sha256 } from '../sha256.ts'
import type { Entry, EntryFault, EntryReader, ReadSoFar, WatchedKind } from './watched-kind.ts'

type HeadMemory = readonly (readonly [log: string, newest: PlacedHead])[]

/**
 * Follows the index of all logs. Each entry is the head of a log, and continues the newest earlier head of that log.
 * Two heads that continue the same head, or that both begin a log, are a fork. Keeps one head for each log in memory.
 */
export const indexLog: WatchedKind = {
  stateKind: 'tallystick/index-monitor@1',
  name: 'index',
  ofWhat: 'an index',
  entries: 'heads',
  follow: ({ entryCount, memory = [] }) => (isMemory(memory) ? followHeads(entryCount, memory) : undefined),
}

function followHeads(size: number, newest: HeadMemory): EntryReader {
  const chains = createHeadChains(sha256, { size, newest })
  return {
    take(entry) {
      const fault = chains.take(entry.text)
      return fault && faultOf(fault)
    },
    memory: (): HeadMemory => [...chains.newest()],
  }
}

function faultOf({ detail, line, forkedAt, newest }: HeadFault): EntryFault {
  if (newest === undefined) return { detail }
  if (forkedAt === undefined)
    return { detail, rival: { from: newest.entry, isIt: ({ position }) => position === newest.entry } }
  const log = logIn(line)
  const isIt = ({ text }: Entry): boolean => {
    const head = parseHead(text)
    return head.ok && head.value.log === log && (head.value.previous?.entry ?? null) === forkedAt
  }
  return { detail, rival: { from: forkedAt === null ? 0 : forkedAt + 1, isIt } }
}

function logIn(line: string): string | undefined {
  const head = parseHead(line)
  return head.ok ? head.value.log : undefined
}

const isMemory = (memory: ReadSoFar['memory']): memory is HeadMemory => Array.isArray(memory) && memory.every(isNewest)

function isNewest(value: unknown): boolean {
  const [log, newest] = Array.isArray(value) ? value : []
  const { entry, hash, size, root } = Object(newest)
  return [log, hash, root].every(isHash) && [entry, size].every(Number.isSafeInteger)
}
