import type { Env } from '../env.ts'
import type { Isolate } from '../platform/isolate.ts'
import type { Steps } from './steps.ts'

export interface WorkflowContext {
  readonly env: Env
  readonly isolate: Isolate
}

/** Does all work of an instance in steps: each time the same steps in the same order. */
export type Orchestration<Parameters> = (
  context: WorkflowContext,
  parameters: Parameters,
  steps: Steps,
) => Promise<void>
