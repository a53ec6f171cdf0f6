import { createClient, TallystickError } from '../../client/index.ts'
import { fileFault, isFileError } from '../file-fault.ts'
import { readMapping } from '../read-config.ts'
import { printableLines, type Terminal } from '../terminal.ts'
import type { UploadArguments } from './upload-arguments.ts'
import { type UploadedFile, uploadFile } from './upload-file.ts'
import { createUploadProgress } from './upload-progress.ts'

export type UploadEnd =
  /** Whether the file became a dataset, or its records were refused. */
  { readonly ok: true; readonly isSealed: boolean } | { readonly ok: false; readonly faults: readonly string[] }

/** Tries of one request: a minute of waiting, about. */
const tries = 8

/**
 * Uploads a file, in parts where it is large, waits until the service has read it, and prints the dataset. An upload that was
 * interrupted goes on where it was. Why the records are refused goes to standard error.
 */
export async function runUpload(input: UploadArguments, terminal: Terminal): Promise<UploadEnd> {
  const apiKey = input.key ?? process.env['TALLYSTICK_API_KEY']
  if (apiKey === undefined) return failed(['Got no API key, wanted --key or TALLYSTICK_API_KEY'])
  const mapping = await readMapping(input.mapping)
  if (!mapping.ok) return mapping
  const progress = createUploadProgress(terminal)
  const { address } = input
  try {
    const client = createClient({ baseUrl: address, apiKey, tries })
    const uploaded = await uploadFile({ client, address, progress }, { ...input, mapping: mapping.value.source })
    progress.clear()
    return shown(uploaded, input, terminal)
  } catch (error) {
    progress.clear()
    return failed([uploadFault(input.path, error)])
  }
}

/** Why a file was not uploaded, in words. Throws `error` again when neither the service nor the file is the reason. */
export function uploadFault(path: string, error: unknown): string {
  if (error instanceof TallystickError) {
    const resume = error.failure.kind === 'unreachable' ? '; the same command goes on with the upload' : ''
    return `${error.message}${resume}`
  }
  if (isFileError(error)) return fileFault(path, error)
  throw error
}

function shown(uploaded: UploadedFile, { path }: UploadArguments, terminal: Terminal): UploadEnd {
  if (uploaded.state === 'aborted') return failed([`${path}: the upload was aborted by somebody else`])
  const isSealed = uploaded.state === 'sealed'
  if (isSealed) terminal.print(`${JSON.stringify(uploaded.dataset, null, 2)}\n`)
  else terminal.printError(uploaded.texts.map((text) => `${printableLines(text)}\n`).join(''))
  return { ok: true, isSealed }
}

const failed = (faults: readonly string[]): UploadEnd => ({ ok: false, faults })
