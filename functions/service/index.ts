import { createApp } from './app.ts'
import type { Env } from './env.ts'
import { createIsolate } from './platform/isolate.ts'
import { executeInPieces } from './runs/execute-in-pieces.ts'
import { runScheduled } from './system/scheduled.ts'
import { readUploadInSteps } from './uploads/upload-reading.ts'
import { workflowOf } from './workflows/workflow-class.ts'

const isolate = createIsolate()
const app = createApp(() => isolate)

export default {
  fetch: app.fetch,
  scheduled: (_, env) => runScheduled(env, isolate),
} satisfies ExportedHandler<Env>

export const UploadReading = workflowOf({ isolate, name: 'uploads' }, readUploadInSteps)
export const LargeRun = workflowOf({ isolate, name: 'runs' }, executeInPieces)
