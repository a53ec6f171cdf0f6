import type { RecordLine } from '@tallystick/audit/report/shown-record'
import type { BySide } from '@tallystick/engine/record'
import { sides } from '@tallystick/engine/record'
import { idsOfSide } from '@tallystick/engine/result'
import { type CompiledPolicy, describeRule } from '@tallystick/engine/rules'
import type { View } from '@tallystick/schema/result'
import type { RuleFlow, RunOverview } from './engine-types.ts'
import { linesOfView, type OpenRun, recordViews } from './open-run-lines.ts'

/**
 * The records that each rule took, in the order of the policy, and the open records that suggestions name. O(lines).
 */
export function flowsOf(openRun: OpenRun): Pick<RunOverview, 'rules' | 'suggested'> {
  const tallies = new Map<string, Tally>()
  // A set, since several suggestions may name one record.
  const suggested: BySide<Set<string>> = { source: new Set(), target: new Set() }
  for (const view of recordViews) {
    if (view === 'breaks') continue
    const lines = linesOfView(openRun, view)
    for (let position = 0; position < lines.count; position++) {
      const line = lines.lineAt(position)
      if (line.kind === 'break') continue
      const tally = tallies.get(line.rule) ?? newTally()
      tallies.set(line.rule, tally)
      addLine(tally, view, line)
      if (line.kind === 'suggestion')
        for (const side of sides) for (const id of idsOfSide(line, side)) suggested[side].add(id)
    }
  }
  return {
    rules: openRun.policy.rules.map((rule) => flowOf(rule, tallies.get(rule.id) ?? newTally())),
    suggested: { source: suggested.source.size, target: suggested.target.size },
  }
}

interface Tally {
  readonly taken: { source: number; target: number }
  readonly residuals: { source: number; target: number }
  view: View | undefined
  lineCount: number
  suggestionCount: number
}

const newTally = (): Tally => ({
  taken: { source: 0, target: 0 },
  residuals: { source: 0, target: 0 },
  view: undefined,
  lineCount: 0,
  suggestionCount: 0,
})

function addLine(tally: Tally, view: View, line: Exclude<RecordLine, { kind: 'break' }>): void {
  // A suggestion takes no record.
  if (line.kind === 'suggestion') {
    tally.suggestionCount += 1
    return
  }
  tally.view = view
  tally.lineCount += 1
  for (const side of sides) tally.taken[side] += idsOfSide(line, side).length
  if ('residual' in line && line.residual !== undefined) tally.residuals[line.residual.side] += 1
}

const flowOf = (
  rule: CompiledPolicy['rules'][number],
  { taken, residuals, view, lineCount, suggestionCount }: Tally,
): RuleFlow => ({
  id: rule.id,
  name: rule.name,
  action: rule.action,
  sentences: describeRule(rule),
  isEnabled: rule.enabled,
  taken,
  residuals,
  view: view ?? viewOf(rule),
  lineCount,
  suggestionCount,
})

/** The view in which the lines of a rule would be, for a rule that has made none. */
function viewOf({ action, side }: CompiledPolicy['rules'][number]): View {
  if (action === 'exclude') return 'excluded'
  if (action === 'suggest') return 'suggestions'
  return side === undefined ? 'matches' : 'netted'
}
