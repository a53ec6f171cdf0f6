import { WorkflowEntrypoint, type WorkflowEvent, type WorkflowStep } from 'cloudflare:workers'
import { NonRetryableError } from 'cloudflare:workflows'
import type { Env } from '../env.ts'
import type { Isolate } from '../platform/isolate.ts'
import { inScope } from '../platform/work-scope.ts'
import { logInstance } from './instance-log.ts'
import type { Orchestration } from './orchestration.ts'
import { type AwaitedEvent, createSteps, type StepRunner } from './steps.ts'

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
          event: async <Payload>(id: string, { type, timeoutMilliseconds }: AwaitedEvent) => {
            // Rejects when no event comes in time.
            const waited = step.waitForEvent(id, { type, timeout: timeoutMilliseconds }).catch(() => undefined)
            return (await waited)?.payload as Payload | undefined
          },
        }
        return orchestrate(
          context,
          event.payload,
          createSteps(runner, (message) => new NonRetryableError(message)),
        )
      })
    }
  }
