/** What of the explanations of finished runs is public. */

export {
  type CriterionOutcome,
  comparedPairCountMax,
  outcomesUnderRule,
  type RecordsUnderRule,
} from './criterion-outcomes.ts'
export { compareResults, type ResultDifference } from './difference.ts'
export { executionGraph } from './graph.ts'
export { type ExecutionGraph, graphNodeTypes, graphRelations } from './graph-builder.ts'
export { formatGraphviz } from './graphviz.ts'
export { findImpact, findImpactInSlices, leaveOneOutRecordCountMax, type PolicyImpact } from './impact.ts'
export { artifactForms, traceLineage } from './lineage.ts'
export { type Lineage, type LineageInput, lineageKinds, lineRelations } from './lineage-answer.ts'
export { formatMermaid } from './mermaid.ts'
export { type ComparedRecords, type NearestRule, nearestRuleOf } from './nearest-rule.ts'
export { proposeRuleChanges, type RuleChange } from './rule-change.ts'
export { type RuleChangeKind, ruleChangeKinds } from './rule-edits.ts'
export { differenceOfRuns, type RunDifference } from './run-difference.ts'
