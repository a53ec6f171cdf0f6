import { WorkflowEntrypoint, type WorkflowEvent, type WorkflowStep } from 'cloudflare:workers'
import { NonRetryableError } from 'cloudflare:workflows'
import type { Env } from '../env.ts'
import type { Isolate } from '../platform/isolate.ts'
import { logInstance } from './instance-log.ts'
import { createSteps, type Steps } from './steps.ts'

/** What the steps of an instance need beside its parameters. A request is not among it. */
export interface WorkflowContext {
  readonly env: Env
  readonly isolate: Isolate
}

/** Does all of an instance by steps, which have to be the same ones in the same order each time. */
export type Orchestration<Parameters> = (
  context: WorkflowContext,
  parameters: Parameters,
  steps: Steps,
) => Promise<void>

/**
 * The class that the Worker exports for a Workflow, and wrangler.toml binds. `isolate` is the one that the requests of the
 * Worker share; `name` stands in the line that is logged whenever an instance wakes.
 */
export const workflowOf = <Parameters>(
  { isolate, name }: { readonly isolate: Isolate; readonly name: string },
  orchestrate: Orchestration<Parameters>,
) =>
  class extends WorkflowEntrypoint<Env, Parameters> {
    override run(event: Readonly<WorkflowEvent<Parameters>>, step: WorkflowStep): Promise<void> {
      const steps = createSteps(step, (message) => new NonRetryableError(message))
      const context = { env: this.env, isolate }
      return logInstance(context, { workflow: name, instance: event.instanceId }, () =>
        orchestrate(context, event.payload, steps),
      )
    }
  }
