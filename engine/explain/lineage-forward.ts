import type { ItemLine } from './result-lines.ts'

/**
 * What a line of a result has to do with what it was made from: it holds the record, names it as a near miss, says that
 * the match has taken it or that it repeats the match, or is marked for the suggestion.
 */
export const lineRelations = ['holds', 'names', 'takenBy', 'repeats', 'suggested'] as const
export type LineRelation = (typeof lineRelations)[number]

type Side = 'source' | 'target'
const sides = ['source', 'target'] as const

/** Follows one artifact through the lines of a result, in their order: what is made from it comes after it. */
export interface ForwardTrace {
  /** How the line was made from what is followed; undefined when it was not. From then on it is followed too. */
  take(line: ItemLine, id: string): LineRelation | undefined
  /** Follows a line besides. */
  follow(line: ItemLine, id: string): void
}

/** A trace that follows a record; nothing yet when it is left out. */
export function createForwardTrace(record?: { readonly side: Side; readonly id: string }): ForwardTrace {
  const matchIds = new Set<string>()
  const suggested = { source: new Set<string>(), target: new Set<string>() }
  const isFollowed = (side: Side, id: string): boolean => record?.side === side && record.id === id
  const relationOf = (line: ItemLine): LineRelation | undefined => {
    if (sides.some((side) => line[side]?.some((id) => isFollowed(side, id)))) return 'holds'
    if (line.kind !== 'break') return undefined
    const { candidates = [], repeats = [] } = line
    if (candidates.some((each) => sides.some((side) => isFollowed(side, each[side])))) return 'names'
    if (candidates.some(({ takenBy }) => takenBy !== undefined && matchIds.has(takenBy))) return 'takenBy'
    if (repeats.some((id) => matchIds.has(id))) return 'repeats'
    const isMarked = line.suggested && sides.some((side) => line[side]?.some((id) => suggested[side].has(id)))
    return isMarked ? 'suggested' : undefined
  }
  const follow = (line: ItemLine, id: string): void => {
    if (line.kind === 'match') matchIds.add(id)
    if (line.kind === 'suggestion') for (const side of sides) for (const each of line[side]) suggested[side].add(each)
  }
  return {
    take(line, id) {
      const relation = relationOf(line)
      if (relation !== undefined) follow(line, id)
      return relation
    },
    follow,
  }
}
