import { Buffer } from 'node:buffer'
import type { UploadBody } from './upload-body.ts'

/** Uploads the body as it is, without a length, and says what was answered. */
export async function sendUpload(origin: URL, apiKey: string, body: UploadBody): Promise<string> {
  const url = new URL('/api/v1/datasets', origin)
  // A JSON body says itself what the dataset is.
  if (body.type !== 'application/json')
    url.search = new URLSearchParams({
      name: 'n',
      adapter: 'bank:a',
      ...(body.mapping !== undefined && { mapping: body.mapping }),
    }).toString()
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'X-API-Key': apiKey, 'Content-Type': body.type },
    body: await streamOf(body),
    duplex: 'half',
  })
  const codes = (await response.text()).matchAll(/"code":"(\w+)"/g)
  return [response.status, ...new Set(Array.from(codes, ([, code]) => code))].join(' ')
}

async function streamOf({ pieces }: UploadBody): Promise<ReadableStream<Uint8Array>> {
  const iterator = (await pieces())[Symbol.iterator]()
  return new ReadableStream({
    pull(controller) {
      const { value, done } = iterator.next()
      if (done === true) controller.close()
      else controller.enqueue(new Uint8Array(Buffer.from(value)))
    },
  })
}
