import { toHex, utf8 } from '../base/bytes.ts'
import type { Sha256 } from '../base/hasher.ts'
import type { LinePart } from '../base/line-splitter.ts'
import { readLines } from '../base/line-splitter.ts'
import { createFrontier } from '../merkle/frontier.ts'
import { hashOfLine, leafHash } from '../merkle/tree.ts'
import { type Side, sides } from '../record/side.ts'
import { idsOfSide } from '../result/line.ts'
import { idOfLine } from '../result/line-id.ts'
import type { Rule } from '../rules/language/language.ts'
import { type ForwardArtifact, type LineageRun, type LineRelation, traceCountMax } from './lineage-answer.ts'
import { listedTakenIn, namesIn, type RecordName, takersIn } from './named-records.ts'
import { type ItemLine, readItem } from './result-lines.ts'
import type { ResultSurvey } from './result-survey.ts'

type ResultSearch = ({ readonly lineId: string } | { readonly record: RecordName }) & {
  readonly survey: ResultSurvey
  readonly rules: readonly Rule[]
}

export interface ResultTrace {
  readonly found: FoundLine | undefined
  /** The first 1,000 lines made from the artifact, in the order of the result. */
  readonly made: readonly ForwardArtifact[]
  readonly truncated: boolean
  readonly root: string
}

interface FoundLine {
  readonly hash: string
  /** The index among all lines of the result, from 0. */
  readonly index: number
  readonly line: ItemLine
}

/**
 * Reads a result once, in bounded memory, for three answers: the wanted line, the lines made from the artifact, and the
 * root.
 */
export async function traceForward(
  sha256: Sha256,
  parts: AsyncIterable<LinePart>,
  search: ResultSearch,
): Promise<ResultTrace> {
  const frontier = createFrontier(sha256)
  const follower = createFollower(search)
  const made: ForwardArtifact[] = []
  let found: FoundLine | undefined
  let truncated = false
  const take = (line: ItemLine, hash: string): void => {
    const id = idOfLine(line.kind, hash)
    if ('lineId' in search && search.lineId === id) {
      found = { hash, index: frontier.size() - 1, line }
      follower.follow(line, id)
      return
    }
    const relation = follower.relationOf(line)
    if (relation === undefined) return
    follower.follow(line, id)
    if (made.length < traceCountMax) made.push({ id, kind: line.kind, hash, relation })
    else truncated = true
  }
  for await (const lines of readLines(parts)) {
    for (const { bytes, text } of lines) {
      const leaf = leafHash(sha256, bytes)
      frontier.append(leaf)
      const line = text === undefined ? undefined : readItem(text)
      if (line !== undefined) take(line, toHex(leaf))
    }
  }
  return { found, made, truncated, root: toHex(frontier.root()) }
}

/**
 * Follows artifacts through the lines of a result in order. Most lines depend only on earlier lines; a survey of the
 * result finds the exceptions beforehand.
 */
interface Follower {
  /** How the line depends on a followed artifact; undefined where it does not. */
  relationOf(line: ItemLine): LineRelation | undefined
  /** From now on, lines that depend on `line` count as made from the artifact. */
  follow(line: ItemLine, id: string): void
}

/** Begins with the record or the netted line that is searched for. */
function createFollower(search: ResultSearch): Follower {
  const record = 'record' in search ? search.record : undefined
  const { nettings, residuals } = search.survey
  const { rules } = search
  const matchIds = new Set('record' in search ? nettings : [search.lineId].filter(isNetting))
  const matchedIds = { source: new Set<string>(), target: new Set<string>() }
  const suggestedIds = { source: new Set<string>(), target: new Set<string>() }
  const isRecord = (side: Side, id: string): boolean => record?.side === side && record.id === id
  return {
    relationOf(line) {
      if (sides.some((side) => idsOfSide(line, side).some((id) => isRecord(side, id)))) return 'holds'
      if (residuals.some(({ side, id }) => idsOfSide(line, side).includes(id))) return 'residual'
      if (line.kind !== 'break') return undefined
      const { repeats = [] } = line
      if (namesIn(line, rules).some(({ side, id }) => isRecord(side, id))) return 'names'
      if (takersIn(line).some((id) => matchIds.has(id))) return 'takenBy'
      if (listedTakenIn(line, rules).some(({ side, id }) => matchedIds[side].has(id))) return 'takenBy'
      if (repeats.some((id) => matchIds.has(id))) return 'repeats'
      const isSuggested = sides.some((side) => idsOfSide(line, side).some((id) => suggestedIds[side].has(id)))
      return line.suggested && isSuggested ? 'suggested' : undefined
    },
    follow(line, id) {
      if (line.kind === 'match') matchIds.add(id)
      if (line.kind !== 'match' && line.kind !== 'suggestion') return
      const ids = line.kind === 'match' ? matchedIds : suggestedIds
      for (const side of sides) for (const each of idsOfSide(line, side)) ids[side].add(each)
    },
  }
}

const isNetting = (lineId: string): boolean => lineId.startsWith(idOfLine('netted', ''))

export function lastArtifacts(sha256: Sha256, { resultRoot, receipt, checkpoint }: LineageRun): ForwardArtifact[] {
  const end = (kind: 'result' | 'receipt' | 'checkpoint', hash: string): ForwardArtifact => ({
    id: kind,
    kind,
    hash,
    relation: 'wasDerivedFrom',
  })
  return [
    end('result', resultRoot),
    end('receipt', hashOfLine(sha256, receipt)),
    ...(checkpoint === null ? [] : [end('checkpoint', toHex(sha256(utf8(checkpoint))))]),
  ]
}
