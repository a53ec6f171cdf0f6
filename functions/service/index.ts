import { createApp } from './app.ts'
import { takeMessages } from './close/inbox/take-messages.ts'
import type { DeliveryName, Env } from './env.ts'
import { createIsolate } from './platform/isolate.ts'
import { executeInPieces } from './runs/execute-in-pieces.ts'
import { runScheduled } from './system/scheduled.ts'
import { lookAgain } from './system/take-up-runs.ts'
import { deliverMessages } from './tenants/webhooks/deliver.ts'
import { readUploadInSteps } from './uploads/upload-reading.ts'
import { workflowOf } from './workflows/workflow-class.ts'

const isolate = createIsolate()
const app = createApp(() => isolate)

export default {
  fetch: app.fetch,
  scheduled: async (_, env) => {
    await Promise.all([runScheduled(env, isolate), lookAgain(env, isolate)])
  },
  // In every deployment the name of the queue ends so on which R2 tells of new objects.
  queue: (batch, env) =>
    batch.queue.endsWith('-inbox') ? takeMessages(batch, env, isolate) : deliverMessages(batch, env, isolate),
} satisfies ExportedHandler<Env, DeliveryName>

export const UploadReading = workflowOf({ isolate, name: 'uploads' }, readUploadInSteps)
export const LargeRun = workflowOf({ isolate, name: 'runs' }, executeInPieces)
