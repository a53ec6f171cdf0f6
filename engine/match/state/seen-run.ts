import type { Side } from '../../record/side.ts'
import type { BoundRule } from './bound-rule.ts'
import type { Rows, RunState } from './run-state.ts'

/**
 * The run as a rule sees it. A netting rule sees its one side in both places: positive amounts as the source, negative
 * amounts as the target. Its matches go to `nettings`. Its leftover twins are dropped, since a record that was not
 * reversed is no duplicate.
 */
export function runSeenBy(run: RunState, { compiled }: BoundRule): RunState {
  const { side } = compiled.rule
  return side === undefined
    ? run
    : { ...run, source: run[side], target: run[side], matches: run.nettings, leftovers: [] }
}

export const sideOfPlace = ({ compiled }: Pick<BoundRule, 'compiled'>, place: Side): Side => compiled.rule.side ?? place

export function rowsBySide(rule: Pick<BoundRule, 'compiled'>, { source, target }: Rows): Rows {
  const { side } = rule.compiled.rule
  if (side === undefined) return { source, target }
  const rows = [...source, ...target]
  return side === 'source' ? { source: rows, target: [] } : { source: [], target: rows }
}
