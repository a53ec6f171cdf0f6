import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import type { PartRecord, UploadRecord } from '../../../schema/upload.ts'
import type { Client } from './client.ts'

/** Uploads in parts as tests make them. */

export const uploadsPath = '/api/v1/datasets/uploads'

const minimum = 8_000_000

/** The value of `Content-Digest` of a body. */
export async function digestOf(bytes: Uint8Array): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return `sha-256=:${btoa(String.fromCharCode(...hash))}:`
}

/** A CSV export of a few records whose descriptions make it `byteCount` bytes long, or a little longer. */
export function longCsv(byteCount: number): Uint8Array {
  const description = 'x'.repeat(9_000)
  const rows = ['id;amount;currency;date;description']
  for (let length = 0; length < byteCount; length += 9_030)
    rows.push(`r${rows.length};${rows.length},01;EUR;2026-03-05;${description}`)
  return new TextEncoder().encode(`${rows.join('\n')}\n`)
}

/** A file of two parts, the first of them as small as one may be. */
export const twoParts = (): readonly [Uint8Array, Uint8Array] => {
  const bytes = longCsv(minimum + 100_000)
  return [bytes.subarray(0, minimum), bytes.subarray(minimum)]
}

/** The body of the request that begins an upload of `byteCount` bytes. */
export const uploadOf = (byteCount: number, more: object = {}) => ({
  name: 'March',
  adapter: 'bank:main-eur',
  format: 'csv',
  byteCount,
  ...more,
})

export const sizeOf = (parts: readonly Uint8Array[]): number => parts.reduce((sum, { length }) => sum + length, 0)

/** Begins an upload; fails the test on any answer but 201. */
export async function beginUpload(client: Client, byteCount: number, more: object = {}): Promise<UploadRecord> {
  const response = await client.post(uploadsPath, uploadOf(byteCount, more))
  expect(response.status).toBe(201)
  return response.json()
}

interface SentPart {
  readonly number: number
  readonly bytes: Uint8Array
}

/** Sends a part with the headers that belong to it, unless `headers` says otherwise. */
export const putPart = async (
  client: Client,
  id: string,
  { number, bytes }: SentPart,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  client.put(`${uploadsPath}/${id}/parts/${number}`, bytes, {
    'Content-Type': 'application/octet-stream',
    'Content-Length': String(bytes.length),
    'Content-Digest': await digestOf(bytes),
    ...headers,
  })

/** Sends a part; fails the test on any answer but 200. */
export async function sendPart(client: Client, id: string, part: SentPart): Promise<PartRecord> {
  const response = await putPart(client, id, part)
  expect(response.status).toBe(200)
  return response.json()
}

/** Begins an upload of the parts and sends them. */
export async function receivedUpload(
  client: Client,
  parts: readonly Uint8Array[],
  more: object = {},
): Promise<UploadRecord> {
  const upload = await beginUpload(client, sizeOf(parts), more)
  for (const [index, bytes] of parts.entries()) await sendPart(client, upload.id, { number: index + 1, bytes })
  return upload
}

/** The keys of the objects in R2 that an upload has. */
export async function objectsOf(id: string): Promise<readonly string[]> {
  const { objects } = await env.BUCKET.list({ prefix: 'uploads/' })
  return objects.map(({ key }) => key).filter((key) => key.includes(id))
}
