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
  /** The name of the adapter: `kind[:instance]`, such as `bank:main-eur`. */
  readonly adapter: string
  readonly records: readonly { readonly [column: string]: JsonValue }[]
  readonly mapping?: Mapping
  /** The currency (ISO 4217) of records that state none. */
  readonly currency?: string
  /** The sums that the records must have, by currency, as decimals. */
  readonly controlTotals?: { readonly [currency: string]: string }
}

export interface ExportUpload {
  readonly name: string
  readonly adapter: string
  /** The media type, such as `text/csv` or `application/zip`. Left out, the content decides. */
  readonly mediaType?: string
  readonly content: string | Uint8Array<ArrayBuffer>
  readonly mapping?: Mapping
  readonly currency?: string
  /** The format, for a file whose media type does not say it. */
  readonly format?: ExportQuery['format']
  /** The encoding, where the bytes do not show it. UTF-8, windows-1250 and windows-1252 are recognised. */
  readonly encoding?: string
  /** For camt: whether each entry becomes one record, or each of its details. */
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

  /** A sealed dataset with the statements of its file, or the progress of an upload in parts: see its `state`. */
  get: (id: string, options: CallOptions = {}): Promise<DatasetInAnyState> =>
    calls.json(`/datasets/${segment(id)}`, options),

  /** The records in the order received, or only those with the given ids. */
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

  /** Deletes a dataset that no unfinished run reads. Also resolves where it is already deleted. */
  delete: (id: string, options: CallOptions = {}): Promise<void> => calls.remove(`/datasets/${segment(id)}`, options),
})
