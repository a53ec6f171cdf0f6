import { buildWorker, serveWorker } from '../service/built-worker.ts'

/** The Worker that only calls its stores, with stores of its own. */
export async function serveFloor() {
  const built = await buildWorker('tests/bench/load/floor-worker.ts')
  const served = await serveWorker(built, { d1Databases: ['DB'], r2Buckets: ['BUCKET'] })
  const database = await served.database()
  await database.prepare('CREATE TABLE floor (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT').run()
  return {
    origin: served.origin,
    async stop(): Promise<void> {
      await served.stop()
      built.remove()
    },
  }
}
