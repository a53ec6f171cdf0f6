import type { D1Migration } from 'cloudflare:test'
import type { Env as WorkerEnv } from '../../../functions/service/env.ts'

declare global {
  namespace Cloudflare {
    /** The `env` of `cloudflare:workers` in tests: the Worker's bindings, the migrations to apply and a guide. */
    interface Env extends WorkerEnv {
      readonly MIGRATIONS: D1Migration[]
      /** Stores beside those that files of tests share: see `ownStores`. */
      readonly OWN_DB: D1Database
      readonly OWN_BUCKET: R2Bucket
      /** Of the one file of tests that puts files into it: sweeps of others would take them. */
      readonly OWN_INBOX: R2Bucket
      /** The text of docs/operating.md: a Worker has no files. */
      readonly OPERATING_GUIDE: string
      readonly ALERT_RULES: string
    }
  }
}
