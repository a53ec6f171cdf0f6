import type { RunOverview } from '../engine-worker/engine-types.ts'
import { flowGraphOf, flowStepsOf } from './flow-graph.ts'
import { FlowPicture } from './flow-picture.tsx'
import { FlowTable } from './flow-table.tsx'
import { RulesWorth } from './rules-worth.tsx'
import type { AddressState } from './use-address.ts'
import './flow-part.css'

interface PartRequest {
  readonly run: RunOverview
  readonly go: AddressState['go']
}

export function FlowPart({ run, go }: PartRequest) {
  if (run.sides.source.recordCount + run.sides.target.recordCount === 0)
    return (
      <div class="empty-flow">
        <p>Neither side has a record, so nothing went through the rules.</p>
      </div>
    )
  const steps = flowStepsOf(run)
  return (
    <div class="flow">
      <section class="card flow-card">
        <h2>Records through the rules</h2>
        <p class="small soft flow-hint">
          From top to bottom: rules run in their order, and take what they can of what is left. A band is as wide as it
          has records.
        </p>
        <FlowPicture run={run} steps={steps} graph={flowGraphOf(run)} go={go} />
      </section>
      <RulesWorth run={run} />
      <FlowTable run={run} steps={steps} go={go} />
    </div>
  )
}
