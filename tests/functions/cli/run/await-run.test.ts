import { describe, expect, it } from 'vitest'
import { awaitRun } from '../../../../functions/cli/run/await-run.ts'
import { createClient, type RunRecord } from '../../../../functions/client/index.ts'

/** Waiting for a run, and cancelling it, through a service that is not always there. */

type Answer = Response | 'lost'

const runOf = (status: string): RunRecord =>
  JSON.parse(JSON.stringify({ id: 'run_1', status, progress: { recordsRead: 1, recordCount: 2, rule: null } }))
const shown = (status: string): Answer => Response.json(runOf(status))
const problem = (status: number, code: string, headers: Record<string, string> = {}): Answer =>
  Response.json({ code, requestId: 'r', detail: '', status }, { status, headers })

/** A client of a service that gives these answers in turn, the last one again and again; and what it was asked and waited for. */
function serviceOf(answers: readonly Answer[]) {
  const asked: string[] = []
  const waits: number[] = []
  const client = createClient({
    baseUrl: 'http://service.example',
    tries: 8,
    fetch: async ({ method }) => {
      const answer = answers[Math.min(asked.length, answers.length - 1)]
      asked.push(method)
      if (answer === undefined || answer === 'lost') throw new TypeError('fetch failed')
      return new Response(await answer.clone().text(), answer)
    },
    sleep: async (milliseconds) => {
      waits.push(milliseconds)
    },
  })
  return { client, asked, waits }
}

function waitFor(answers: readonly Answer[], pause: (milliseconds: number) => Promise<void> = async () => undefined) {
  const service = serviceOf(answers)
  const seen: string[] = []
  const progress = { show: (run: Pick<RunRecord, 'status'>) => seen.push(run.status), clear: () => undefined }
  const { signal } = new AbortController()
  return { ...service, seen, ended: awaitRun({ client: service.client, progress, signal, pause }, runOf('queued')) }
}

describe('a run that is waited for', () => {
  it.each(['completed', 'failed', 'cancelled'])('is looked at until it is %s', async (status) => {
    const { ended, seen, asked } = waitFor([shown('queued'), shown('running'), shown(status)])
    expect((await ended).status).toBe(status)
    expect({ seen, asked: asked.length }).toEqual({ seen: ['queued', 'queued', 'running'], asked: 3 })
  })

  it('is looked at less and less often, at last every second', async () => {
    const pauses: number[] = []
    const { ended } = waitFor([...Array(7).fill(shown('running')), shown('completed')], async (milliseconds) => {
      pauses.push(milliseconds)
    })
    await ended
    expect(pauses).toEqual([250, 500, 1000, 1000, 1000, 1000, 1000, 1000])
  })

  it.each<[string, Answer]>([
    ['a connection that is lost', 'lost'],
    ['503', problem(503, 'service_unavailable')],
    ['502 of a gateway', new Response('<html>', { status: 502 })],
    ['an answer that broke off', new Response('{"id":', { status: 200 })],
  ])('outlasts %s, again and again', async (_, fault) => {
    const { ended } = waitFor([shown('running'), ...Array(15).fill(fault), shown('completed')])
    expect((await ended).status).toBe('completed')
  })

  it('waits as long as the service asks for', async () => {
    const { ended, waits } = waitFor([problem(503, 'service_unavailable', { 'Retry-After': '7' }), shown('completed')])
    await ended
    expect(waits).toEqual([7000])
  })

  it.each<[string, Answer, number]>([
    ['unreachable', 'lost', 160],
    ['run_not_found', problem(404, 'run_not_found'), 1],
    ['api_key_invalid', problem(401, 'api_key_invalid'), 1],
    ['not_configured', problem(503, 'not_configured'), 1],
  ])('ends in %s where waiting is in vain', async (code, answer, askedCount) => {
    const { ended, asked } = waitFor([answer])
    await expect(ended).rejects.toMatchObject({ code })
    expect(asked).toHaveLength(askedCount)
  })

  it('is left as soon as the signal is aborted', async () => {
    const controller = new AbortController()
    const { client, asked } = serviceOf([shown('running')])
    const progress = { show: () => controller.abort(), clear: () => undefined }
    await expect(awaitRun({ client, progress, signal: controller.signal }, runOf('queued'))).rejects.toMatchObject({
      name: 'AbortError',
    })
    expect(asked).toEqual([])
  })
})

describe('a cancellation', () => {
  it('whose answer is lost is sent again, as it deletes nothing', async () => {
    const { client, asked } = serviceOf(['lost', problem(503, 'storage_unavailable'), shown('cancelled')])
    expect((await client.runs.cancel('run_1')).status).toBe('cancelled')
    expect(asked).toEqual(['POST', 'POST', 'POST'])
  })
})
