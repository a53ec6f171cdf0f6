import type { D1Migration } from 'cloudflare:test'
import type { Env as WorkerEnv } from '../../../functions/env.ts'

declare global {
  namespace Cloudflare {
    /** What `env` of `cloudflare:workers` is in the tests: the Worker's bindings and the migrations to apply. */
    interface Env extends WorkerEnv {
      readonly MIGRATIONS: D1Migration[]
    }
  }
}
