import { env } from 'cloudflare:workers'
import { expect, it, vi } from 'vitest'
import { runLimits } from '../../../../functions/service/platform/run-limits.ts'
import { aliveMilliseconds, leaseMilliseconds } from '../../../../functions/service/runs/executor.ts'
import { silentMilliseconds } from '../../../../functions/service/runs/queue-run.ts'
import { takeUpRuns } from '../../../../functions/service/system/take-up-runs.ts'
import { eachOf } from '../../../support/forms.ts'
import { notePromise } from '../../../support/promised.ts'
import { createTestApp, type TestAppOptions } from '../../../support/worker/client.ts'
import { faultyBucket } from '../../../support/worker/faulty-bucket.ts'
import { faultyDatabase } from '../../../support/worker/faulty-database.ts'
import { faultyStores } from '../../../support/worker/faulty-stores.ts'
import { interceptDatabase } from '../../../support/worker/intercept-database.ts'
import { largeRunScene } from '../../../support/worker/large-run-scene.ts'
import { executeInstance, queueRun } from '../../../support/worker/large-runs.ts'
import { lateLooks, receiptCount, storedRuns } from '../../../support/worker/late-looks.ts'
import { demoRun } from '../../../support/worker/runs.ts'
import { plainStores } from '../../../support/worker/simulated-service.ts'

/** How long an interrupted run waits at most, by the clock of the service. */
const wantedMilliseconds = 60_000
const worst = new Map<string, number>()

const note = (what: string, milliseconds: number) => void worst.set(what, Math.max(milliseconds, worst.get(what) ?? 0))

type Scene = Awaited<ReturnType<typeof inRequests>>

/** Runs that requests execute. */
const inRequests = () => largeRunScene({ runLimits })

const mortalOf = ({ clock, secret }: Scene, options: TestAppOptions) =>
  createTestApp({ now: clock.now, ...options }).clientWith({ 'X-API-Key': secret })

/** Notes the time until all runs of the tenant that have not ended have another executor, and have ended by then. */
async function noteInRequests(what: string, scene: Scene): Promise<void> {
  const { tenantId } = scene
  const hasEnded = async () => (await storedRuns(tenantId)).every(({ status }) => status === 'completed')
  expect(await hasEnded()).toBe(false)
  note(what, await lateLooks(scene, leaseMilliseconds).until(hasEnded))
  expect(await receiptCount(tenantId)).toBe((await storedRuns(tenantId)).length)
}

/** Ends the isolate of a request for `count` runs at one of its calls. False where there are fewer calls. */
async function endAt(scene: Scene, number: number, count = 1): Promise<boolean> {
  const stores = faultyStores(plainStores())
  const mortal = mortalOf(scene, { env: stores.stores })
  await mortal.get('/api/v1/runs')
  stores.begin({ number, kind: 'ended' })
  const asked = Array.from({ length: count }, () => mortal.post('/api/v1/runs', demoRun))
  await Promise.race([Promise.all(asked), stores.ended()])
  return stores.wasMet()
}

const callNumbers = Array.from({ length: 14 }, (_, index) => index + 1)

it.each(eachOf(2, callNumbers))('takes up a run in a request whose isolate ended at the call %i', async (number) => {
  const scene = await inRequests()
  await endAt(scene, number)
  const [run] = await storedRuns(scene.tenantId)
  if (run !== undefined && run.status !== 'completed') await noteInRequests('in a request', scene)
  expect(await receiptCount(scene.tenantId)).toBe(run === undefined ? 0 : 1)
})

it('takes up a run that no executor has started', async () => {
  const scene = await inRequests()
  const DB = faultyDatabase(scene.env.DB, [{ matches: /^update "runs"/i, when: 'before', times: 9 }])
  expect((await mortalOf(scene, { env: { DB } }).post('/api/v1/runs', demoRun)).status).toBe(503)
  await noteInRequests('in a request, not started', scene)
})

it('takes up eight runs of a tenant whose isolate ended while they were sealed', async () => {
  const scene = await inRequests()
  expect(await endAt(scene, 70, 8)).toBe(true)
  expect((await storedRuns(scene.tenantId)).length).toBe(8)
  await noteInRequests('eight in requests of one isolate', scene)
})

it('takes up the run whose write of a checkpoint was silent, and seals those that waited for it', async () => {
  const scene = await inRequests()
  const BUCKET = faultyBucket(scene.env.BUCKET, [{ method: 'put', matches: /^once\//, when: 'hang' }])
  const client = mortalOf(scene, { env: { BUCKET }, storageMilliseconds: 200 })
  const asked = await Promise.all(Array.from({ length: 4 }, () => client.post('/api/v1/runs', demoRun)))
  expect(asked.map(({ status }) => status).sort()).toEqual([201, 201, 201, 503])
  await noteInRequests('a silent seal', scene)
})

it('takes up a run that was interrupted twice', async () => {
  const scene = await inRequests()
  const stuck = () => {
    const started = Promise.withResolvers<void>()
    const DB = interceptDatabase(scene.env.DB, async ({ sql }, call) => {
      const answer = await call()
      if (!sql.some((text) => /^update "runs" set .*"attempt" =/.test(text))) return answer
      started.resolve()
      return new Promise(() => undefined)
    })
    return { DB, started: started.promise }
  }
  const [request, look] = [stuck(), stuck()]
  void mortalOf(scene, { env: { DB: request.DB } }).post('/api/v1/runs', demoRun)
  await request.started
  scene.clock.advance(leaseMilliseconds)
  void takeUpRuns({ ...scene.env, DB: look.DB }, scene.isolate)
  await look.started
  expect((await storedRuns(scene.tenantId)).map(({ attempt }) => attempt)).toEqual([2])
  await noteInRequests('in a request, for the second time', scene)
})

it('takes up one run at a look of those that were interrupted twice or more', async () => {
  const scene = await inRequests()
  const DB = faultyDatabase(scene.env.DB, [{ matches: /^update "runs"/i, when: 'before', times: 9 }])
  for (let run = 0; run < 2; run += 1) await mortalOf(scene, { env: { DB } }).post('/api/v1/runs', demoRun)
  const { tenantId } = scene
  await env.DB.prepare('UPDATE runs SET attempt = 2 WHERE tenant_id = ?').bind(tenantId).run()
  scene.clock.advance(leaseMilliseconds)
  for (const count of [1, 2]) {
    await takeUpRuns(scene.env, scene.isolate)
    expect((await storedRuns(tenantId)).filter(({ status }) => status === 'completed')).toHaveLength(count)
  }
})

it('leaves a run to an executor that takes longer than its lease', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const scene = await inRequests()
    let isSlow = false
    const DB = interceptDatabase(scene.env.DB, async ({ sql }, call) => {
      if (!isSlow && sql.some((text) => /insert into "result_chunks"/i.test(text))) {
        isSlow = true
        const looks = lateLooks(scene, leaseMilliseconds)
        for (let beat = 0; beat < 10; beat += 1) {
          await looks.pass(aliveMilliseconds)
          await vi.advanceTimersByTimeAsync(aliveMilliseconds)
        }
      }
      return call()
    })
    expect((await mortalOf(scene, { env: { DB } }).post('/api/v1/runs', demoRun)).status).toBe(201)
    expect(isSlow).toBe(true)
    expect((await storedRuns(scene.tenantId)).map(({ attempt }) => attempt)).toEqual([1])
  } finally {
    vi.useRealTimers()
  }
})

type LargeScene = Awaited<ReturnType<typeof largeRunScene>>

/** Notes the time until one more instance is started. */
async function noteInPieces(what: string, scene: LargeScene): Promise<void> {
  const count = scene.ids().length
  note(what, await lateLooks(scene, silentMilliseconds).until(async () => scene.ids().length > count))
}

it('starts an instance whose start was lost', async () => {
  const scene = await largeRunScene({ faults: [{ method: 'create', when: 'before' }] })
  await queueRun(scene.client)
  await noteInPieces('in pieces, its start lost', scene)
})

it('begins a next attempt of a run whose instance never executes a step, and of that one again', async () => {
  const scene = await largeRunScene()
  await queueRun(scene.client)
  await noteInPieces('in pieces, no step executed', scene)
  await noteInPieces('in pieces, no step executed for the second time', scene)
})

const lostAt = (['running', 'errored', 'unknown'] as const).flatMap((state) =>
  ['plan', 'facts', 'seal'].map((step) => ({ step, state })),
)

it.each(eachOf(1, lostAt))('begins a next attempt of a run whose instance is lost: %o', async ({ step, state }) => {
  const scene = await largeRunScene()
  const { id } = await queueRun(scene.client)
  const dying = scene.execute(id, {
    before: async (name) => {
      if (name === step) throw new Error('The machine was switched off.')
    },
  })
  await expect(dying).rejects.toThrow()
  if (state === 'unknown') scene.states.delete(`${id}-1`)
  else scene.states.set(`${id}-1`, state)
  await noteInPieces('in pieces, its instance lost', scene)
  await scene.execute(id, {}, 2)
  expect((await scene.state(id)).status).toBe('completed')
})

/** A run in pieces over two instances, those of whose tasks are executed when it waits for them, unless they are lost. */
async function dealtRun(isLost: (index: number) => boolean, due: number) {
  const scene = await largeRunScene({ env: { RUN_INSTANCES: '2' } })
  const { id } = await queueRun(scene.client)
  const looks = lateLooks(scene, due)
  const executed = new Set<string>()
  const waits: number[] = []
  const waiting = async (milliseconds: number) => {
    for (const { id: instance, params } of scene.started) {
      if (params.tasks === undefined || executed.has(instance) || isLost(params.tasks.index)) continue
      executed.add(instance)
      await executeInstance(scene, params)
      scene.states.set(instance, 'complete')
    }
    scene.events.length = 0
    waits.push(milliseconds)
    await looks.pass(milliseconds)
  }
  await scene.execute(id, { waiting })
  return { ...scene, id, waits, looks }
}

it('goes on with a run whose events are all lost', async () => {
  const { id, waits, state, ids } = await dealtRun(() => false, silentMilliseconds)
  expect([(await state(id)).status, ids().filter((each) => each === `${id}-2`)]).toEqual(['completed', []])
  expect(waits.length).toBeGreaterThan(0)
  note('in pieces, an event lost', Math.max(...waits))
})

it('begins a next attempt of a run of which one instance is lost', async () => {
  const { id, ids, waits, looks } = await dealtRun((index) => index === 1, silentMilliseconds)
  expect(ids()).toContain(`${id}-2`)
  expect(waits.length).toBeGreaterThan(1)
  note('in pieces, one of its instances lost', looks.elapsed())
})

it('says how long an interrupted run waits in each case', (context) => {
  expect(worst.size).toBe(11)
  const seconds = [...worst].map(([what, milliseconds]) => `${what} ${(milliseconds / 1000).toFixed(0)} s`)
  notePromise(context, {
    property: 'taken-up: an interrupted run has another executor, looks being as late as they can',
    wanted: 'within 60 s of the service’s clock',
    reached: seconds.join('; '),
  })
  expect([...worst].filter(([, milliseconds]) => milliseconds > wantedMilliseconds)).toEqual([])
})
