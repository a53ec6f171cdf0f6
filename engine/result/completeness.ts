import type { RunState } from '../match/run-state.ts'
import type { BreakLine, ExcludedLine, MatchLine } from './line.ts'
import { idOf } from './match-lines.ts'

/** Throws unless every record of both sides stands in exactly one of the lines: nothing is silent, nothing counted twice. */
export function assertComplete(run: RunState, lines: readonly (MatchLine | BreakLine | ExcludedLine)[]): void {
  for (const side of ['source', 'target'] as const) {
    const seen = new Set<string>()
    for (const line of lines) {
      for (const id of line[side] ?? []) {
        if (seen.has(id)) throw new Error(`Completeness: ${side} record ${id} is in two lines`)
        seen.add(id)
      }
    }
    const { rowCount } = run[side].table
    if (seen.size !== rowCount) throw new Error(`Completeness: ${rowCount - seen.size} ${side} records are in no line`)
    for (let row = 0; row < rowCount; row++) {
      if (!seen.has(idOf(run, side, row)))
        throw new Error(`Completeness: ${side} record ${idOf(run, side, row)} is in no line`)
    }
  }
}
