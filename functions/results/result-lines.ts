import { linesOf } from '@tallystick/engine'
import type { Database } from '../store/database.ts'
import { type ResultFilter, resultStore } from '../store/result-store.ts'
import type { RunRow } from '../store/run-store.ts'
import type { ItemLine } from './result-item.ts'

/** Stored lines of one view of a run, filtered, from any place on. */

/** Chunks that one page looks into: what a page reads is bounded, however thin its hits are spread. */
const chunkCountMax = 8

/** A place between two hits: so many hits of chunk `seq` are behind it. */
export interface Place {
  readonly seq: number
  readonly skip: number
}

export const beginning: Place = { seq: 0, skip: 0 }

export interface LineQuery {
  readonly run: RunRow
  readonly filter: ResultFilter
  readonly from: Place
  readonly limit: number
}

export interface LinePage {
  readonly lines: readonly string[]
  /** Undefined when these are the last. */
  readonly next: Place | undefined
}

/**
 * The next lines of a view that the filter takes: `limit` of them, or fewer, with a place to go on, when the hits are
 * thin. One query.
 */
export async function readLines(db: Database, { run, filter, from, limit }: LineQuery): Promise<LinePage> {
  const chunks = await resultStore(db).chunks(run.tenantId, {
    runId: run.id,
    attempt: run.attempt,
    filter,
    fromSeq: from.seq,
    hitCount: from.skip + limit,
    chunkCountMax,
  })
  const lines: string[] = []
  for (const [index, { seq, text }] of chunks.entries()) {
    if (text === null || index === chunkCountMax) return { lines, next: { seq, skip: 0 } }
    const hits = linesOf(text).filter((line) => isTaken(line, filter))
    const skip = seq === from.seq ? from.skip : 0
    const taken = hits.slice(skip, skip + limit - lines.length)
    lines.push(...taken)
    if (skip + taken.length < hits.length) return { lines, next: { seq, skip: skip + taken.length } }
  }
  return { lines, next: undefined }
}

function isTaken(line: string, { level, rule }: ResultFilter): boolean {
  if (level === undefined && rule === undefined) return true
  const parsed: ItemLine = JSON.parse(line)
  return (level === undefined || levelOf(parsed) === level) && (rule === undefined || ruleOf(parsed) === rule)
}

function levelOf(line: ItemLine): string | undefined {
  if (line.kind === 'break') return line.reason
  return line.kind === 'excluded' ? undefined : line.confidence
}

const ruleOf = (line: ItemLine): string | undefined => (line.kind === 'break' ? line.failed?.rule : line.rule)
