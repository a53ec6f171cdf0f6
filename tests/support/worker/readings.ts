import type { ReadingParameters } from '../../../functions/service/env.ts'
import { readUploadInSteps } from '../../../functions/service/uploads/upload-reading.ts'
import { createSteps } from '../../../functions/service/workflows/steps.ts'
import { createTestApp, type TestApp, type TestAppOptions } from './client.ts'
import { type MemoryStepsOptions, memorySteps, untilAlive } from './memory-steps.ts'
import { memoryWorkflow, type WorkflowFault } from './memory-workflow.ts'

export interface ReadingOptions extends MemoryStepsOptions {
  /** Bindings in place of those of the app. */
  readonly env?: TestAppOptions['env']
}

/** An app whose Workflow for uploads does nothing by itself: a test executes its instances. */
export function createUploadApp({ faults, ...options }: TestAppOptions & { faults?: readonly WorkflowFault[] } = {}) {
  const workflow = memoryWorkflow<ReadingParameters>(faults)
  const app = createTestApp({ ...options, env: { ...options.env, UPLOADS: workflow.binding } })
  return { ...app, ...workflow }
}

/** Executes an instance, and again as often as its isolate is killed; gives the steps in the order of their executions. */
export async function executeReading(
  { env, isolate }: Pick<TestApp, 'env' | 'isolate'>,
  parameters: ReadingParameters,
  { env: replaced, ...options }: ReadingOptions = {},
): Promise<readonly string[]> {
  const { runner, executed, finalErrorOf } = memorySteps(options)
  const context = { isolate, env: Object.assign({}, env, replaced) }
  await untilAlive(() => readUploadInSteps(context, parameters, createSteps(runner, finalErrorOf)))
  return executed
}
