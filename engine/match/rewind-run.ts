import { formatDecimal } from '../base/decimal.ts'
import { recordId } from '../record/id-column.ts'
import type { Side } from '../record/side.ts'
import { addResidual, bindFrom, extendSide } from './residuals.ts'
import { isHeld, mark, type Residual, type RunState, type SideState, status } from './state/run-state.ts'
import { runSeenBy } from './state/seen-run.ts'

/** A copy of a finished run's state as it was before the rule at `position`. O(records). */
export function rewindRunState(run: RunState, position: number): RunState {
  const earlier = new Set(run.rules.slice(0, position))
  const ids = new Set([...earlier].map(({ compiled }) => compiled.rule.id))
  const residuals = run.residuals.filter(({ match }) => earlier.has(match.rule))
  const rewound: RunState = {
    rules: [...run.rules],
    attributePaths: run.attributePaths,
    begun: run.begun,
    source: openSide(run, 'source', residuals),
    target: openSide(run, 'target', residuals),
    matches: run.matches.filter(({ rule }) => earlier.has(rule)),
    nettings: run.nettings.filter(({ rule }) => earlier.has(rule)),
    // Rules are compared by id: `asSuggestion` copies the rule object for suggestions.
    suggestions: run.suggestions.filter(({ rule }) => ids.has(rule.compiled.rule.id)),
    findings: run.findings.filter(({ rule }) => earlier.has(rule)),
    leftovers: run.leftovers.filter(({ repeats }) => repeats.some(({ rule }) => earlier.has(rule))),
    exclusions: run.exclusions.filter(({ ruleId }) => ids.has(ruleId)),
    residuals: [],
    residualOf: { source: new Map(), target: new Map() },
    passes: run.passes.slice(0, position),
    work: run.work,
    ...(run.byHand && { byHand: run.byHand, apart: run.apart }),
  }
  for (const residual of residuals) addResidual(rewound, residual)
  for (const match of run.byHand?.matches ?? []) mark(rewound, match, status.matched)
  for (const match of rewound.matches) mark(rewound, match, status.matched)
  for (const netting of rewound.nettings) mark(runSeenBy(rewound, netting.rule), netting, status.netted)
  for (const exclusion of rewound.exclusions) mark(rewound, exclusion, status.excluded)
  for (const finding of rewound.findings)
    if (isHeld(finding)) mark(runSeenBy(rewound, finding.rule), finding, status.held)
  // Later rules may be bound to tables with residuals that this state does not have yet.
  if (run.residuals.length > 0) bindFrom(rewound, position)
  return rewound
}

function openSide(run: RunState, side: Side, residuals: readonly Residual[]): SideState {
  const own = residuals.filter((residual) => residual.side === side)
  const begun = run.begun[side]
  const rows = own.map(({ origin, row, amount }) => ({
    origin,
    id: recordId(run[side].table, row),
    amount: formatDecimal(amount),
  }))
  const state = rows.length === 0 ? begun : extendSide(run, side, { begun, rows })
  return { ...state, statuses: new Uint8Array(state.statuses.length) }
}
