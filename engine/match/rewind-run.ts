import { isHeld, mark, type RunState, type SideState, status } from './run-state.ts'
import { runSeenBy } from './seen-run.ts'

/**
 * The state of a finished run as it was before the rule at `position`. The state is a copy: callers may go on from it
 * and leave `run` as it is. O(records).
 */
export function rewindRunState(run: RunState, position: number): RunState {
  const earlier = new Set(run.rules.slice(0, position))
  const ids = new Set([...earlier].map(({ compiled }) => compiled.rule.id))
  const rewound: RunState = {
    rules: run.rules,
    source: openSide(run.source),
    target: openSide(run.target),
    matches: run.matches.filter(({ rule }) => earlier.has(rule)),
    nettings: run.nettings.filter(({ rule }) => earlier.has(rule)),
    suggestions: run.suggestions.filter(({ rule }) => earlier.has(rule)),
    findings: run.findings.filter(({ rule }) => earlier.has(rule)),
    surpluses: run.surpluses.filter(({ repeats }) => repeats.some(({ rule }) => earlier.has(rule))),
    exclusions: run.exclusions.filter(({ ruleId }) => ids.has(ruleId)),
    passes: run.passes.slice(0, position),
  }
  for (const match of rewound.matches) mark(rewound, match, status.matched)
  for (const netting of rewound.nettings) mark(runSeenBy(rewound, netting.rule), netting, status.netted)
  for (const exclusion of rewound.exclusions) mark(rewound, exclusion, status.excluded)
  for (const finding of rewound.findings)
    if (isHeld(finding)) mark(runSeenBy(rewound, finding.rule), finding, status.held)
  return rewound
}

const openSide = (side: SideState): SideState => ({ ...side, statuses: new Uint8Array(side.statuses.length) })
