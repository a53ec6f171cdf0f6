import { type InspectedWorker, serveInspected } from '../memory/inspected-worker.ts'

/** The Worker that only calls the platform, with stores of its own and a copy of the run. */
export async function serveFloor(worker: InspectedWorker, runId: string): Promise<InspectedWorker> {
  const run = await (await worker.database()).prepare('SELECT * FROM runs WHERE id = ?').bind(runId).first()
  const floor = await serveInspected('tests/bench/load/floor-worker.ts')
  const database = await floor.database()
  await database.prepare('CREATE TABLE floor (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT').run()
  const columns = Object.entries(run ?? {})
  const places = columns.map(() => '?').join(', ')
  await database.prepare(`CREATE TABLE floor_run (${columns.map(([name]) => name).join(', ')}, PRIMARY KEY (id))`).run()
  await database
    .prepare(`INSERT INTO floor_run VALUES (${places})`)
    .bind(...columns.map(([, value]) => value))
    .run()
  return floor
}
