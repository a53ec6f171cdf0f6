import type { DatasetRecord } from '../../../schema/dataset.ts'
import type { Client } from './client.ts'

/** Uploads as tests make them. */

export const jsonUpload = {
  name: 'March statement',
  adapter: 'bank:main-eur',
  records: [
    { id: 's1', amount: '100', currency: 'EUR', date: '2026-03-01', reference: 'INV-7' },
    { id: 's2', amount: '20.50', currency: 'EUR', date: '2026-03-02', attributes: { batch: 'B1' } },
    { id: 's3', amount: '7', currency: 'EUR', date: '2026-03-03', description: '=1+1, "quoted"' },
  ],
}

/** Uploads JSON and gives the dataset's record; fails the test on any other answer. */
export async function uploadJson(client: Client, body: object = jsonUpload): Promise<DatasetRecord> {
  const response = await client.post('/api/v1/datasets', body)
  if (response.status !== 201) throw new Error(`Upload answered ${response.status}: ${await response.text()}`)
  return response.json()
}

/** A CSV export of `count` records: ids r1, r2, …, amounts of 1.01, 2.01, … EUR. */
export function csvOf(count: number, description = ''): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const day = String((index % 28) + 1).padStart(2, '0')
    return `r${index + 1};${index + 1},01;EUR;2026-03-${day};INV-${index};${description}`
  })
  return ['id;amount;currency;date;reference;description', ...rows, ''].join('\n')
}

export const largeRecordCount = 500

/** An isolate that stores all lines as objects. */
export const allInObjects = { smallByteCountMax: 0 } as const

/** An isolate that stores as objects what others store as rows, and an export of so much: its lines are one part. */
export const withSmallBound = { smallByteCountMax: 60_000 } as const
export const csvOfOnePart = (): string => csvOf(largeRecordCount, 'x'.repeat(100))

/** An export of more than is held in memory, of few long records: its lines are an object of two parts. */
export const largeCsv = (): string => csvOf(largeRecordCount, 'x'.repeat(11_500))
