import type { ExportQuery } from '@tallystick/schema/dataset'
import type { Mapping } from '@tallystick/schema/mapping'
import type { DatasetInAnyState, PartRecord, UploadRecord } from '@tallystick/schema/upload'
import type { Calls, MakeOptions } from './calls.ts'
import { type CallOptions, segment } from './transport.ts'

export interface NewUpload {
  readonly name: string
  readonly adapter: string
  readonly byteCount: number
  /** The format of the file. Left out, the content decides. */
  readonly format?: ExportQuery['format']
  readonly mapping?: Mapping
  readonly currency?: string
  readonly encoding?: string
  readonly level?: ExportQuery['level']
  readonly sheet?: string
}

export interface NewPart {
  readonly number: number
  readonly content: Uint8Array<ArrayBuffer>
}

export const uploadCalls = (calls: Calls) => ({
  /** Begins an upload in parts. The answer says how large the parts must be. */
  begin: (upload: NewUpload, options: MakeOptions = {}): Promise<UploadRecord> =>
    calls.make({ path: '/datasets/uploads', json: upload, ...options }),

  /** The upload with the parts that have arrived, or the dataset that was made of them. */
  get: (id: string, options: CallOptions = {}): Promise<DatasetInAnyState> =>
    calls.json(`/datasets/uploads/${segment(id)}`, options),

  putPart: async (id: string, { number, content }: NewPart, options: CallOptions = {}): Promise<PartRecord> =>
    calls.change({
      method: 'PUT',
      path: `/datasets/uploads/${segment(id)}/parts/${number}`,
      headers: { 'Content-Digest': await contentDigestOf(content) },
      body: { mediaType: 'application/octet-stream', content },
      ...options,
    }),

  /**
   * States that all parts have arrived. Resolves with the dataset in its present state; `datasets.get` shows its
   * progress.
   */
  complete: (id: string, options: CallOptions = {}): Promise<DatasetInAnyState> =>
    calls.change({ path: `/datasets/uploads/${segment(id)}/complete`, isRepeatable: true, ...options }),

  abort: (id: string, options: CallOptions = {}): Promise<void> =>
    calls.remove(`/datasets/uploads/${segment(id)}`, options),
})

async function contentDigestOf(content: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', content))
  return `sha-256=:${btoa(String.fromCharCode(...hash))}:`
}
