import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../../functions/client/index.ts'
import { inForms, sizeOf } from '../../support/forms.ts'
import { copyOfProject, type ProjectCopy } from '../../support/node/copy-of-project.ts'
import { fetchAnew } from '../../support/node/fetch-anew.ts'
import { hasShell } from '../../support/node/installed.ts'
import { freePort, type RunningScript, startNpm } from '../../support/node/npm-script.ts'
import { keyOf } from '../../support/node/printed.ts'
import { notePromise } from '../../support/promised.ts'

const rounds = { short: 3, long: 50 }
const laneCount = 4
/** A guard against a hang: after each kill some requests wait until their key is free again, and runs for the next minute. */
const hangAfter = 3_600_000
/** A guard, too: a busy machine takes half a minute to start a Worker again. */
const restartHangAfter = 300_000

describe('a Worker that is killed under load', { skip: !hasShell }, () => {
  let project: ProjectCopy
  let running: RunningScript
  let port: number

  beforeAll(async () => {
    project = copyOfProject()
    port = await freePort()
    running = startNpm(project.path, 'start', '--', '--port', String(port), '--no-demo')
    await running.line(/^ready on /)
  })
  afterAll(async () => {
    if (running.isAlive()) running.signal('SIGKILL')
    await running.ended
    project.remove()
  })

  it(
    inForms('loses nothing that it acknowledged, and does nothing twice', rounds),
    async (context) => {
      const origin = `http://127.0.0.1:${port}`
      const client = createClient({
        baseUrl: origin,
        apiKey: keyOf(running.output().split('\n')),
        tries: 600,
        waitSecondsMax: 90,
      })
      const acknowledged = new Map<string, string>()
      let isOver = false
      const lane = async (number: number) => {
        for (let each = 0; !isOver; each += 1) {
          const name = `lane ${number}-${each}`
          const { id } = await client.runs.create({ ...demo, name }, { idempotencyKey: name })
          acknowledged.set(name, id)
        }
      }
      const lanes = Promise.allSettled(Array.from({ length: laneCount }, (_, number) => lane(number)))
      for (let round = 0; round < sizeOf(rounds); round += 1) {
        await setTimeout(500 + 100 * (round % 10))
        const workers = running.running('workerd')
        expect(workers).not.toEqual([])
        for (const pid of workers) process.kill(pid, 'SIGKILL')
        await expect
          .poll(async () => (await fetchAnew(`${origin}/api/v1/health`)).status, { timeout: restartHangAfter })
          .toBe(200)
      }
      isOver = true
      expect((await lanes).filter(({ status }) => status === 'rejected')).toEqual([])

      const runs = (await client.runs.list().toArray()).filter(({ name }) => name.startsWith('lane '))
      const idByName = new Map(runs.map(({ name, id }) => [name, id]))
      expect(runs).toHaveLength(idByName.size)
      expect(acknowledged.size).toBeGreaterThan(0)
      expect([...acknowledged].filter(([name, id]) => idByName.get(name) !== id)).toEqual([])
      const roots = new Set<unknown>()
      for (const id of idByName.values()) {
        await expect.poll(async () => (await client.runs.get(id)).status, { timeout: 120_000 }).toBe('completed')
        roots.add((await client.runs.get(id)).resultRoot)
      }
      expect(roots.size).toBe(1)
      expect((await client.log.verify()).checks.filter(({ passed }) => !passed)).toEqual([])
      notePromise(context, {
        property: 'crash: SIGKILL of workerd under load, and its data served again',
        wanted: 'no acknowledged run lost or doubled, each completed with the same root, a sound log',
        reached: `${sizeOf(rounds)} kills, ${acknowledged.size} acknowledged runs`,
      })
    },
    hangAfter,
  )
})

const demo = { sourceAdapter: 'demo-bank', targetAdapter: 'demo-ledger', rules: [] }
