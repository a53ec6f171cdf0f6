import { describe, expect, it } from 'vitest'
import { createId } from '../../../../functions/service/platform/ids.ts'
import { type Client, createTestApp } from '../../../support/worker/client.ts'
import { jsonUpload, uploadJson } from '../../../support/worker/uploads.ts'

const path = '/api/v1/datasets'
const now = Date.parse('2026-11-20T10:00:00.000Z')
const { newTenant, recorder } = createTestApp({ now: () => now })

async function datasetIds(client: Client, query = ''): Promise<string[]> {
  const page: { data: { id: string }[] } = await (await client.get(`${path}${query}`)).json()
  return page.data.map(({ id }) => id)
}

describe('GET /datasets', () => {
  it('pages newest first', async () => {
    const { client } = await newTenant()
    const ids: string[] = []
    for (let count = 0; count < 5; count++) ids.push((await uploadJson(client)).id)
    const seen: string[] = []
    let cursor: string | null = ''
    for (let page = 0; cursor !== null && page < 5; page++) {
      const response: Response = await client.get(`${path}?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`)
      const body: { data: { id: string }[]; nextCursor: string | null } = await response.json()
      seen.push(...body.data.map(({ id }) => id))
      cursor = body.nextCursor
    }
    expect(seen).toEqual(ids.sort().reverse())
  })

  it('filters by adapter', async () => {
    const { client } = await newTenant()
    await uploadJson(client)
    const { id } = await uploadJson(client, { ...jsonUpload, adapter: 'bank' })
    expect(await datasetIds(client, '?adapter=bank')).toEqual([id])
    expect(await datasetIds(client, '?adapter=ledger')).toEqual([])
  })

  it('refuses a cursor of another query', async () => {
    const { client } = await newTenant()
    await uploadJson(client)
    await uploadJson(client)
    const { nextCursor }: { nextCursor: string } = await (await client.get(`${path}?limit=1`)).json()
    const response = await client.get(`${path}?limit=1&adapter=bank:main-eur&cursor=${nextCursor}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'invalid_cursor' })
  })

  it('does not show the datasets of another tenant', async () => {
    const [one, two] = [await newTenant(), await newTenant()]
    await uploadJson(one.client)
    expect(await datasetIds(two.client)).toEqual([])
  })
})

describe('GET /datasets/{id}', () => {
  it('answers as the upload was answered, by one query', async () => {
    const { client } = await newTenant()
    const uploaded = await uploadJson(client)
    recorder.reset()
    const response = await client.get(`${path}/${uploaded.id}`)
    expect(await response.json()).toEqual({ ...uploaded, statements: [] })
    expect(recorder.roundTrips).toBe(1)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
  })

  it.each(['', '/records'])('answers for another tenant’s id%s as for an unknown one', async (suffix) => {
    const [one, two] = [await newTenant(), await newTenant()]
    const { id } = await uploadJson(one.client)
    const unknown = createId('dat', now)
    const [foreign, none] = [
      await two.client.get(`${path}/${id}${suffix}`),
      await two.client.get(`${path}/${unknown}${suffix}`),
    ]
    expect([foreign.status, none.status]).toEqual([404, 404])
    const anonymous = (text: string, own: string, response: Response) =>
      text.replaceAll(own, '').replaceAll(response.headers.get('X-Request-Id') ?? '', '')
    expect(anonymous(await foreign.text(), id, foreign)).toBe(anonymous(await none.text(), unknown, none))
    const names = (response: Response) => [...response.headers.keys()]
    expect(names(foreign)).toEqual(names(none))
  })

  it('takes an ill-formed id for an unknown one', async () => {
    const { client } = await newTenant()
    for (const id of ['x', '%00', 'run_1', '..%2f'])
      expect(await (await client.get(`${path}/${id}`)).json()).toMatchObject({ code: 'dataset_not_found' })
  })
})
