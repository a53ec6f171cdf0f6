import { WorkflowEntrypoint, type WorkflowEvent, type WorkflowStep } from 'cloudflare:workers'
import { NonRetryableError } from 'cloudflare:workflows'
import type { Env } from '../env.ts'
import type { Isolate } from '../platform/isolate.ts'
import { inScope } from '../platform/work-scope.ts'
import { logInstance } from './instance-log.ts'
import type { Orchestration } from './orchestration.ts'
import { createSteps, type StepRunner } from './steps.ts'

/** `isolate` is shared with the Worker's requests; `name` is for the log line of each waking. */
export const workflowOf = <Parameters>(
  { isolate, name }: { readonly isolate: Isolate; readonly name: string },
  orchestrate: Orchestration<Parameters>,
) =>
  class extends WorkflowEntrypoint<Env, Parameters> {
    override run(event: Readonly<WorkflowEvent<Parameters>>, step: WorkflowStep): Promise<void> {
      const context = { env: this.env, isolate }
      return logInstance(context, { workflow: name, instance: event.instanceId }, (scope) => {
        const runner: StepRunner = {
          do: (id, config, work) =>
            step.do(id, config, () => {
              scope.stepCount += 1
              return inScope(scope, work)
            }),
          sleep: (id, milliseconds) => step.sleep(id, milliseconds),
        }
        return orchestrate(
          context,
          event.payload,
          createSteps(runner, (message) => new NonRetryableError(message)),
        )
      })
    }
  }
