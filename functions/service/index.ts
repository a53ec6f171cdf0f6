import { createApp } from './app.ts'
import type { DeliveryName, Env } from './env.ts'
import { createIsolate } from './platform/isolate.ts'
import { executeInPieces } from './runs/execute-in-pieces.ts'
import { runScheduled } from './system/scheduled.ts'
import { deliverMessages } from './tenants/webhooks/deliver.ts'
import { readUploadInSteps } from './uploads/upload-reading.ts'
import { workflowOf } from './workflows/workflow-class.ts'

const isolate = createIsolate()
const app = createApp(() => isolate)

export default {
  fetch: app.fetch,
  scheduled: (_, env) => runScheduled(env, isolate),
  queue: (batch, env) => deliverMessages(batch, env, isolate),
} satisfies ExportedHandler<Env, DeliveryName>

export const UploadReading = workflowOf({ isolate, name: 'uploads' }, readUploadInSteps)
export const LargeRun = workflowOf({ isolate, name: 'runs' }, executeInPieces)
