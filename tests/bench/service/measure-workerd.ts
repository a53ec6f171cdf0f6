import { openRows } from '../../../functions/cli/open-rows.ts'
import { sha256 } from '../../../functions/cli/sha256.ts'
import { type BuiltWorker, buildWorker, serveWorker } from './built-worker.ts'
import { readRecords, reconcileSides } from './engine-job.ts'
import { type Figure, millisecondsOf, pairText } from './figure.ts'
import { makeTwoSides } from './two-sides.ts'

/** What workerd takes for the Worker as it is deployed, without wrangler's proxy and without a database. */

const [startRoundCount, engineRoundCount] = [11, 7]

/** How long an empty Worker and the Worker take to start and answer once, each in a new workerd. The two take turns. */
export async function measureStart(): Promise<readonly Figure[]> {
  const worker = await buildWorker()
  const empty = { what: 'start, an empty Worker', milliseconds: [] as number[] }
  const whole = { what: 'start, the Worker', milliseconds: [] as number[] }
  try {
    await startOf(undefined)
    for (let round = 0; round < startRoundCount; round++) {
      empty.milliseconds.push(await startOf(undefined))
      whole.milliseconds.push(await startOf(worker))
    }
    return [empty, whole]
  } finally {
    worker.remove()
  }
}

async function startOf(worker: BuiltWorker | undefined): Promise<number> {
  const startedAt = performance.now()
  const { origin, stop } = await serveWorker(worker)
  await (await fetch(new URL('/api/v1/health', origin))).text()
  const milliseconds = performance.now() - startedAt
  await stop()
  return milliseconds
}

/** Matching, lines and root of so many records a side in workerd, which has to come to the root that Node comes to. */
export async function measureEngine(sizes: readonly number[], seed: number): Promise<readonly Figure[]> {
  const worker = await buildWorker('tests/bench/service/engine-worker.ts')
  try {
    const figures: Figure[] = []
    for (const size of sizes) figures.push(await measureEngineAt(size, { seed, worker }))
    return figures
  } finally {
    worker.remove()
  }
}

async function measureEngineAt(
  recordCount: number,
  { seed, worker }: { readonly seed: number; readonly worker: BuiltWorker },
): Promise<Figure> {
  const texts = makeTwoSides(recordCount, seed)
  const [source, target] = [new TextEncoder().encode(texts.source), new TextEncoder().encode(texts.target)]
  const wanted = reconcileSides(
    readRecords(source, { sha256, openRows }),
    readRecords(target, { sha256, openRows }),
    sha256,
  )
  const { origin, stop } = await serveWorker(worker)
  try {
    await fetch(new URL('/source', origin), { method: 'PUT', body: source })
    await fetch(new URL('/target', origin), { method: 'PUT', body: target })
    const milliseconds = await millisecondsOf(engineRoundCount, async () => {
      const found = await (await fetch(origin, { method: 'POST' })).json()
      if (JSON.stringify(found) !== JSON.stringify(wanted))
        throw new Error(`workerd came to ${JSON.stringify(found)}, Node to ${JSON.stringify(wanted)}`)
    })
    return { what: `engine in workerd, ${pairText(recordCount)}`, milliseconds }
  } finally {
    await stop()
  }
}
