import { createApp } from './app.ts'
import type { Env } from './env.ts'
import { createIsolate } from './platform/isolate.ts'
import { runScheduled } from './system/scheduled.ts'

const isolate = createIsolate()
const app = createApp(isolate)

/** The Worker. */
export default {
  fetch: app.fetch,
  scheduled: (_, env) => runScheduled(env, isolate),
} satisfies ExportedHandler<Env>
