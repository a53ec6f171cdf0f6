import type { D1Migration } from 'cloudflare:test'
import type { Env as WorkerEnv } from '../../../functions/env.ts'

declare global {
  namespace Cloudflare {
    /** The `env` of `cloudflare:workers` in tests: the Worker's bindings and the migrations to apply. */
    interface Env extends WorkerEnv {
      readonly MIGRATIONS: D1Migration[]
    }
  }
}
