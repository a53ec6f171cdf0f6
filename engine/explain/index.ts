/** What of the explanations of finished runs is public. */

export { compareResults, type ResultDifference } from './difference.ts'
export { executionGraph } from './graph.ts'
export { type ExecutionGraph, graphNodeTypes, graphRelations } from './graph-builder.ts'
export { formatGraphviz } from './graphviz.ts'
export { findImpact, findImpactInSlices, leaveOneOutRecordCountMax, type PolicyImpact } from './impact.ts'
export { artifactForms, traceLineage } from './lineage.ts'
export { type Lineage, type LineageInput, lineageKinds, lineRelations } from './lineage-answer.ts'
export { formatMermaid } from './mermaid.ts'
