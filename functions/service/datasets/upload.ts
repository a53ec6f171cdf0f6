import { canonicalize, type JsonBody, openJsonBody, toHex, utf8 } from '@tallystick/engine/base'
import {
  type FileFormat,
  type FormatName,
  formatOfMediaType,
  formats,
  intakeLimits,
  openJsonIntake,
  sniffedMediaTypes,
} from '@tallystick/engine/intake'
import { datasetRequest, type ExportOptions, type ExportQuery, exportOptions } from '@tallystick/schema/dataset'
import { check } from '@tallystick/schema/problem'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { checked, malformedJson, mediaTypeOf, problemOfFaults, readJsonText } from '../http/body.ts'
import { readStream } from '../http/body-stream.ts'
import { fingerprintOf } from '../http/idempotency/claim.ts'
import { ProblemError } from '../http/problem.ts'
import { sha256 } from '../platform/hasher.ts'
import { nextEvent } from '../platform/slices.ts'
import { exportByteCountMax, jsonByteCountMax, limitsOfFile, requestRecordCountMax } from './dataset-limits.ts'
import { readFileParts, receivedFileOf } from './read-file-parts.ts'
import type { Upload } from './receive-dataset.ts'
import { uploadable } from './uploadable.ts'

/** The upload that a request carries, by its media type. The body of a raw file is not read yet. */
export async function openUpload(c: Context<AppEnv>, query: ExportQuery): Promise<Upload> {
  const mediaType = mediaTypeOf(c)
  if (sniffedMediaTypes.some((each) => each === mediaType)) return openExport(c, undefined, requiredOptions(query))
  const format = formatOfMediaType(mediaType)
  if (format === undefined) throw new ProblemError('unsupported_media_type', { detail: mediaTypesDetail })
  const isBody = format.name === bodyFormat && Object.keys(query).length === 0
  return isBody ? openJsonUpload(c, format.name) : openExport(c, format, requiredOptions(query))
}

/** A JSON body without query parameters carries its name and adapter beside its records. */
const bodyFormat: FormatName = 'json'

const mediaTypes = [...new Set([...formats.flatMap((format) => format.mediaTypes), ...sniffedMediaTypes])]
const mediaTypesDetail = `A dataset is read from ${mediaTypes.slice(0, -1).join(', ')} or ${mediaTypes.at(-1)}; by application/octet-stream its content decides.`

/** Members and values of a JSON upload beside its records: mostly those of a mapping. */
const valueCountMax = 10_000

async function openJsonUpload(c: Context<AppEnv>, format: FormatName): Promise<Upload> {
  const { text, byteCount, sha256: bodyHash } = await readJsonText(c, { bytesMax: jsonByteCountMax })
  if (text.trimStart().startsWith('[')) throw new ProblemError('validation_failed', { errors: [bareList] })
  const opened = openJsonBody(text, {
    listName: 'records',
    valueCountMax,
    elementValueCountMax: intakeLimits.members,
  })
  if (!opened.ok) throw malformedJson(opened.fault)
  const { elements } = opened.body
  const { body, adapter } = checkedBody(opened.body)
  const { name, currency, mapping, controlTotals } = body
  return {
    name,
    adapter,
    controlTotals,
    async read(take) {
      const limits = limitsOfFile(byteCount, requestRecordCountMax)
      const intake = openJsonIntake({ records: elements, mapping, currency, sha256, limits })
      const digest = new crypto.DigestStream('SHA-256')
      const writer = digest.getWriter()
      // The text that `fingerprintOf` would hash. Its last member, the records, is written part by part.
      const frame = canonicalize([c.req.method, c.req.path, { ...body, records: [] }])
      await writer.write(utf8(frame.slice(0, -frameEnd.length)))
      for (const part of intake.parts()) {
        if (!part.ok) throw malformedJson(part.fault)
        await writer.write(utf8(part.canonical))
        await take(part.chunks)
        await nextEvent()
      }
      await writer.write(utf8(frameEnd))
      await writer.close()
      const end = intake.end()
      if (!end.ok) return end
      await take(end.chunks)
      const fingerprint = toHex(new Uint8Array(await digest.digest))
      const file = { bytes: byteCount, encoding: null, format, sha256: bodyHash, mapping }
      return { ok: true, summary: end.summary, fingerprint, received: receivedFileOf(file) }
    },
  }
}

const bareList = {
  pointer: '',
  code: 'invalid_type',
  detail:
    'Got a list of records, wanted { name, adapter, records }, or the name and the adapter of the list in the query, as in ?name=March&adapter=stripe',
}

/** The end of the canonical text of a request, after the last record. */
const frameEnd = ']}]'

/** Throws the problem of malformed records before that of any other fault. */
function checkedBody({ value, elements }: JsonBody) {
  try {
    const body = checked(datasetRequest, value)
    return { body, adapter: uploadable(body.adapter) }
  } catch (error) {
    const fault = elements.check()
    throw fault === undefined ? error : malformedJson(fault)
  }
}

/** The upload of a file. The Content-Type says its format, else the query, else its first bytes. */
function openExport(c: Context<AppEnv>, declared: FileFormat | undefined, options: ExportOptions): Upload {
  if (options.format !== undefined && options.format !== (declared?.name ?? options.format))
    throw new ProblemError('invalid_query', {
      errors: [{ pointer: '/format', code: 'conflict', detail: `The Content-Type says ${declared?.name}` }],
    })
  const format = declared ?? formats.find((each) => each.name === options.format)
  const adapter = uploadable(options.adapter)
  return {
    name: options.name,
    adapter,
    controlTotals: undefined,
    async read(take) {
      const parts = readStream(c, { bytesMax: exportByteCountMax, isStored: true })
      const reading = {
        options,
        kind: adapter.kind,
        format,
        charset: charsetOf(c),
        byteCountMax: declaredByteCount(c),
        takeUnpacked: c.var.memory.takeForStream,
      }
      const end = await readFileParts(parts, reading, take)
      if (!end.ok) return end
      const body = {
        query: c.req.query(),
        contentType: c.req.header('Content-Type'),
        digest: end.received.sha256,
      }
      return { ...end, fingerprint: await fingerprintOf({ method: c.req.method, path: c.req.path, body }) }
    },
  }
}

function requiredOptions(query: ExportQuery): ExportOptions {
  const result = check(exportOptions, query)
  if (!result.ok) throw problemOfFaults(result.faults, 'invalid_query')
  return result.value
}

function charsetOf(c: Context<AppEnv>): string | undefined {
  const parameters = c.req.header('Content-Type')?.split(';').slice(1) ?? []
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => /^charset=/i.test(parameter))
  return charset?.slice('charset='.length).replaceAll('"', '').trim()
}

/** The number of bytes that the body declares, which is checked while the body is read. */
function declaredByteCount(c: Context<AppEnv>): number {
  const declared = Number(c.req.header('Content-Length') ?? exportByteCountMax)
  return Number.isSafeInteger(declared) && declared >= 0 ? Math.min(declared, exportByteCountMax) : exportByteCountMax
}
