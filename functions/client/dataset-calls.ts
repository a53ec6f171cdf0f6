import type { JsonValue } from '@tallystick/engine/base'
import type { CanonicalRecord } from '@tallystick/engine/record'
import type { DatasetRecord, ExportQuery } from '@tallystick/schema/dataset'
import type { Mapping } from '@tallystick/schema/mapping'
import type { DatasetInAnyState } from '@tallystick/schema/upload'
import type { ByteStream, Calls, MakeOptions } from './calls.ts'
import type { List } from './lists.ts'
import { type CallOptions, segment } from './transport.ts'

export interface RecordsUpload {
  readonly name: string
  /** `kind[:instance]`, such as `bank:main-eur`. */
  readonly adapter: string
  readonly records: readonly { readonly [column: string]: JsonValue }[]
  readonly mapping?: Mapping
  /** ISO 4217, for records without a currency. */
  readonly currency?: string
  /** What the records must add up to in each currency, as decimals. */
  readonly controlTotals?: { readonly [currency: string]: string }
}

export interface ExportUpload {
  readonly name: string
  readonly adapter: string
  /** Such as `text/csv`, `application/zip`; without it the content decides. */
  readonly mediaType?: string
  readonly content: string | Uint8Array<ArrayBuffer>
  readonly mapping?: Mapping
  readonly currency?: string
  /** For a file whose media type does not tell. */
  readonly format?: ExportQuery['format']
  /** For encodings that the bytes do not tell; those of UTF-8, windows-1250 and windows-1252 do. */
  readonly encoding?: string
  /** Of camt: whether an entry is one record, or each of its details. */
  readonly level?: ExportQuery['level']
  readonly sheet?: string
}

export const datasetCalls = (calls: Calls) => ({
  upload: (upload: RecordsUpload, options: MakeOptions = {}): Promise<DatasetRecord> =>
    calls.make({ path: '/datasets', json: upload, ...options }),

  uploadExport: (upload: ExportUpload, options: MakeOptions = {}): Promise<DatasetRecord> => {
    const { mediaType = 'application/octet-stream', content, mapping, ...query } = upload
    return calls.make({
      path: '/datasets',
      query: { ...query, mapping: mapping && JSON.stringify(mapping) },
      body: { mediaType, content },
      ...options,
    })
  },

  list: (
    query: { readonly adapter?: string; readonly limit?: number } = {},
    options: CallOptions = {},
  ): List<DatasetRecord> => calls.list('/datasets', { query, ...options }),

  /** A sealed dataset with the statements of its file, or the progress of an upload in parts, by `state`. */
  get: (id: string, options: CallOptions = {}): Promise<DatasetInAnyState> =>
    calls.json(`/datasets/${segment(id)}`, options),

  /** In the order received, or those of the named ids. */
  records: (
    id: string,
    query: { readonly id?: readonly string[]; readonly limit?: number } = {},
    options: CallOptions = {},
  ): List<CanonicalRecord> => calls.list(`/datasets/${segment(id)}/records`, { query, ...options }),

  /** All canonical records in one stream. */
  streamRecords: (id: string, options: CallOptions = {}): AsyncIterable<CanonicalRecord> =>
    calls.lines(`/datasets/${segment(id)}/records`, options),

  /** The canonical lines as they were hashed, each ended by a newline. */
  recordLines: (id: string, options: CallOptions = {}): Promise<ByteStream> =>
    calls.stream(`/datasets/${segment(id)}/records`, { accept: 'application/x-ndjson', ...options }),

  recordsCsv: (id: string, options: CallOptions = {}): Promise<ByteStream> =>
    calls.stream(`/datasets/${segment(id)}/records`, { accept: 'text/csv', ...options }),

  /** Deletes a dataset that no unfinished run reads. Resolves also when it was deleted before. */
  delete: (id: string, options: CallOptions = {}): Promise<void> => calls.remove(`/datasets/${segment(id)}`, options),
})
