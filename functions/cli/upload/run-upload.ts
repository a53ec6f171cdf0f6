import { TallystickError } from '@tallystick/client'
import { fileFault, isFileError } from '../file-fault.ts'
import { standardStream } from '../file-parts.ts'
import { takeInterruption } from '../interruption.ts'
import { isPassingError } from '../outlast.ts'
import { createPatientClient, readApiKey } from '../patient-client.ts'
import { readMapping } from '../read-config.ts'
import { uploadCommand } from '../shown-commands.ts'
import { jsonText, printableLines, type Terminal } from '../terminal.ts'
import type { UploadArguments } from './upload-arguments.ts'
import { type UploadedFile, uploadFile } from './upload-file.ts'
import { createUploadProgress } from './upload-progress.ts'

export type UploadEnd =
  /** `isSealed`: whether the file became a dataset; false where its records were refused. */
  { readonly ok: true; readonly isSealed: boolean } | { readonly ok: false; readonly faults: readonly string[] }

/**
 * Uploads a file, waits until the service has read it, and prints the dataset. An interrupted upload continues where it
 * stopped; Ctrl-C prints the command for that. Faults in the records go to standard error.
 */
export async function runUpload(input: UploadArguments, terminal: Terminal): Promise<UploadEnd> {
  const key = readApiKey(input.key)
  if (!key.ok) return key
  const mapping = await readMapping(input.mapping)
  if (!mapping.ok) return mapping
  const progress = createUploadProgress(terminal)
  const { address } = input
  const interruption = takeInterruption()
  const { signal } = interruption
  try {
    const client = createPatientClient({ address, apiKey: key.apiKey }, terminal)
    const sent = { ...input, mapping: mapping.value.source }
    const uploaded = await uploadFile({ client, address, progress, signal }, sent)
    progress.clear()
    return shown(uploaded, input, terminal)
  } catch (error) {
    progress.clear()
    return failed([signal.aborted ? `interrupted; to go on: ${commandOf(input)}` : uploadFault(input.path, error)])
  } finally {
    interruption.end()
  }
}

function commandOf({ path, address, ...input }: UploadArguments): string {
  const { adapter, name, mapping, format, currency, encoding, level, sheet } = input
  return uploadCommand({ path, address, options: { adapter, name, mapping, format, currency, encoding, level, sheet } })
}

export function uploadFault(path: string, error: unknown): string {
  if (isPassingError(error)) return `${error.message}; the same command ${againText(path)}`
  if (error instanceof TallystickError) return error.message
  if (isFileError(error)) return fileFault(path, error)
  throw error
}

export const againText = (path: string): string =>
  path === standardStream ? 'uploads it again' : 'goes on with the upload where it was'

function shown(uploaded: UploadedFile, { path }: UploadArguments, terminal: Terminal): UploadEnd {
  if (uploaded.state === 'aborted') return failed([`${path}: the upload was aborted by somebody else`])
  const isSealed = uploaded.state === 'sealed'
  if (isSealed) terminal.print(jsonText(uploaded.dataset))
  else terminal.printError(uploaded.texts.map((text) => `${printableLines(text)}\n`).join(''))
  return { ok: true, isSealed }
}

const failed = (faults: readonly string[]): UploadEnd => ({ ok: false, faults })
