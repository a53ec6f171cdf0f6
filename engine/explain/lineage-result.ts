import { toHex } from '../base/bytes.ts'
import type { Sha256 } from '../base/hasher.ts'
import { readLines } from '../base/line-splitter.ts'
import { createFrontier } from '../merkle/frontier.ts'
import { leafHash } from '../merkle/tree.ts'
import { idOfLine } from '../result/line-id.ts'
import type { ArtifactParts } from '../verify/chain/artifact-reader.ts'
import { createForwardTrace, type LineRelation } from './lineage-forward.ts'
import type { ItemLine } from './result-lines.ts'

/** A line of a result that was asked for. */
export interface FoundLine {
  readonly id: string
  readonly hash: string
  /** From 0, among all lines of the result. */
  readonly index: number
  readonly line: ItemLine
}

/** A line of a result that was made from what was asked for. */
export interface MadeLine {
  readonly id: string
  readonly kind: ItemLine['kind']
  readonly hash: string
  readonly relation: LineRelation
}

/** What to look for in a result: a line by its id, or a record. */
export type ResultSearch =
  | { readonly lineId: string }
  | { readonly record: { readonly side: 'source' | 'target'; readonly id: string } }

export interface ResultTrace {
  readonly found: FoundLine | undefined
  /** At most `countMax` of them, in the order of the result. */
  readonly made: readonly MadeLine[]
  readonly truncated: boolean
  readonly root: string
}

const kinds = new Set(['match', 'suggestion', 'break', 'excluded'])

/** Reads a result once, in bounded memory: finds the line asked for, what was made from it or from the record, its root. */
export async function traceResult(
  sha256: Sha256,
  parts: ArtifactParts,
  { search, countMax }: { readonly search: ResultSearch; readonly countMax: number },
): Promise<ResultTrace> {
  const frontier = createFrontier(sha256)
  const trace = createForwardTrace('record' in search ? search.record : undefined)
  const made: MadeLine[] = []
  let found: FoundLine | undefined
  let truncated = false
  const take = (line: ItemLine, hash: string): void => {
    const id = idOfLine(line.kind, hash)
    if ('lineId' in search && search.lineId === id) {
      found = { id, hash, index: frontier.size() - 1, line }
      trace.follow(line, id)
      return
    }
    const relation = trace.take(line, id)
    if (relation === undefined) return
    if (made.length < countMax) made.push({ id, kind: line.kind, hash, relation })
    else truncated = true
  }
  for await (const lines of readLines(parts)) {
    for (const { bytes, text } of lines) {
      const leaf = leafHash(sha256, bytes)
      frontier.append(leaf)
      const line = itemIn(text)
      if (line !== undefined) take(line, toHex(leaf))
    }
  }
  return { found, made, truncated, root: toHex(frontier.root()) }
}

/** What cannot be read is no line: the root tells that something is wrong. */
function itemIn(text: string | undefined): ItemLine | undefined {
  try {
    const line: ItemLine | { readonly kind: 'totals' } = JSON.parse(text ?? '')
    return isItem(line) ? line : undefined
  } catch {
    return undefined
  }
}

const isItem = (line: ItemLine | { readonly kind: 'totals' }): line is ItemLine => kinds.has(line?.kind)
