import { type MeasuredBody, piecesOf } from '../../support/node/upload-memory/bodies.ts'
import { bytesOf, type PackedBody } from '../../support/node/upload-memory/packed-bodies.ts'

/** A file or a body that is uploaded in one request. */
export interface UploadBody {
  readonly name: string
  readonly type: string
  readonly mapping?: string
  readonly pieces: () => Iterable<Uint8Array> | Promise<Iterable<Uint8Array>>
}

/** The body that these parts make. */
export const sent = (body: SentBody): UploadBody => ({
  name: body.name,
  type: body.type,
  ...(body.mapping !== undefined && { mapping: body.mapping }),
  pieces: () => piecesOf(body),
})

type SentBody = Omit<MeasuredBody, 'type'> & { readonly type: string }

/** The zip or workbook of these files. */
export const packedOf = (body: PackedBody): UploadBody => ({
  name: body.name,
  type: body.type,
  pieces: async () => [await bytesOf(body)],
})

/** A day of March as a file writes it. */
export const day = (index: number): string => String(1 + (index % 28)).padStart(2, '0')
