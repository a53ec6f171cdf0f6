import { env as bindings } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { runScheduled } from '../../../../functions/service/system/scheduled.ts'
import type { LogAudit } from '../../../../schema/log.ts'
import type { RunRecord } from '../../../../schema/run.ts'
import { createRandom, type Random } from '../../../bench/random.ts'
import { inForms, sizeOf } from '../../../support/forms.ts'
import { notePromise } from '../../../support/promised.ts'
import type { TestTenant } from '../../../support/worker/client.ts'
import { demoRun } from '../../../support/worker/runs.ts'
import { type Asked, got, sent } from '../../../support/worker/scenes/scene.ts'
import { simulatedService } from '../../../support/worker/simulated-service.ts'
import { countedOf, summedOf } from '../../../support/worker/stored-bytes.ts'
import { answerTo, isUnfinished } from '../../../support/worker/with-faults.ts'

const seeds = { quick: 2, short: 8, long: 2_000 }
const clientCount = 4
const actsOfClient = 4
const triesMax = 60
const figures = { acts: 0, acknowledged: 0, exhausted: 0 }

const seedsOf = Array.from({ length: sizeOf(seeds) }, (_, seed) => seed + 1)

it.each(seedsOf)('keeps what it acknowledges, with the seed %i', async (seed) => {
  const random = createRandom(seed)
  const service = simulatedService(random, 0.04)
  const { app } = service.anIsolate()
  const tenant = await app.newTenant()
  const idOfKey = new Map<string, string>()
  const deleted = new Set<string>()

  /** The answer to a request that is sent again, to any isolate, until it is final. */
  const final = async (asked: Asked): Promise<Response> => {
    let answer: Response | undefined
    for (let tries = 0; tries < triesMax; tries += 1) {
      const { app, ended } = service.anIsolate()
      answer = await Promise.race([answerTo(app, tenant, asked), ended.then(() => undefined)])
      if (answer !== undefined && !isUnfinished(answer)) return answer
      service.pass(1000 * Number(answer?.headers.get('Retry-After') ?? 1))
    }
    throw new Error(`No final answer to ${asked.method} ${asked.path}: ${await answer?.text()}`)
  }
  const client = async (number: number) => {
    for (let act = 0; act < actsOfClient; act += 1) await actOf(random, { final, idOfKey, deleted, number, act })
  }
  await service.simulate(async () => {
    await Promise.all(Array.from({ length: clientCount }, (_, number) => client(number)))
  })
  figures.acts += clientCount * actsOfClient
  figures.acknowledged += idOfKey.size
  await expectSound(service, { tenant, idOfKey, deleted })
})

it(inForms('says how much was tried, in seeds', seeds), (context) => {
  notePromise(context, {
    property: 'simulation: calls of three isolates in an order, with faults, ends and clocks by a seed',
    wanted: 'one run a key, each ended; a sound log; stored bytes as summed',
    reached: `${seedsOf.length} seeds, ${figures.acts} acts, ${figures.acknowledged} keys acknowledged, ${figures.exhausted} of their runs without an executor left`,
  })
  expect(figures.exhausted).toBeLessThanOrEqual(figures.acknowledged / 20)
})

interface Acting {
  readonly final: (asked: Asked) => Promise<Response>
  /** Of runs and replays. */
  readonly idOfKey: Map<string, string>
  readonly deleted: Set<string>
  readonly number: number
  readonly act: number
}

/** One thing that a client does. Two clients may have the same key. */
async function actOf(random: Random, { final, idOfKey, deleted, number, act }: Acting): Promise<void> {
  const kind = random.pick(['run', 'run', 'run', 'replay', 'delete', 'read'] as const)
  const key = `${random.chance(0.3) ? 'shared' : number}-${act}`
  const [known] = [...idOfKey.values()].slice(random.between(0, Math.max(0, idOfKey.size - 1)))
  if (kind === 'read') return void (await final(got('/api/v1/runs')))
  if (kind === 'delete' && known !== undefined) {
    deleted.add(known)
    return void (await final(sent('DELETE', `/api/v1/runs/${known}`)))
  }
  const isReplay = kind === 'replay' && known !== undefined
  const name = isReplay ? `${key} of ${known}` : key
  const headers = { 'Idempotency-Key': name }
  const asked = isReplay
    ? sent('POST', `/api/v1/runs/${known}/replay`, {}, { headers })
    : sent('POST', '/api/v1/runs', { ...demoRun, name }, { headers })
  const answer = await final(asked)
  // What was made for the key, or what it replays, may be deleted by now.
  expect([201, 410], await answer.clone().text()).toContain(answer.status)
  if (answer.status !== 201) return
  const id = answer.headers.get('Location')?.split('/').at(-1) ?? ''
  expect(idOfKey.get(name) ?? id).toBe(id)
  idOfKey.set(name, id)
}

interface Acknowledged {
  readonly tenant: TestTenant
  readonly idOfKey: ReadonlyMap<string, string>
  readonly deleted: ReadonlySet<string>
}

/** A run may outlive none of its five executors: then it has failed, and was never signed. */
async function isEnded({ id, status, failure }: RunRecord): Promise<boolean> {
  if (status === 'completed') return true
  figures.exhausted += 1
  const receipts = await bindings.DB.prepare('SELECT 1 FROM receipts WHERE run_id = ?').bind(id).all()
  return failure?.code === 'attempts_exhausted' && receipts.results.length === 0
}

async function expectSound(service: ReturnType<typeof simulatedService>, { tenant, idOfKey, deleted }: Acknowledged) {
  const { app } = service.anIsolate()
  for (let minute = 0; minute < 4; minute += 1) {
    service.pass(20 * 60_000)
    await runScheduled(app.env, app.isolate)
  }
  const read = async <Answer>(path: string) =>
    (await app.clientWith({ 'X-API-Key': tenant.secret }).get(path)).json<Answer>()
  const { data } = await read<{ data: readonly RunRecord[] }>('/api/v1/runs?limit=100')
  for (const run of data) expect(await isEnded(run), JSON.stringify(run)).toBe(true)
  // Each client has had its final answers, so there is what was acknowledged, and nothing else.
  const acknowledged = [...idOfKey.values()].filter((id) => !deleted.has(id))
  const listed = data.map(({ id }) => id).filter((id) => !deleted.has(id))
  expect(listed.sort()).toEqual(acknowledged.sort())
  const { checks } = await read<LogAudit>('/api/v1/log/verify')
  expect(checks.filter(({ passed }) => !passed)).toEqual([])
  expect(await countedOf(tenant.tenantId)).toEqual(await summedOf(tenant.tenantId))
}
