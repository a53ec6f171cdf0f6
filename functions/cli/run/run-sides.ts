import { nearestName } from '@tallystick/engine/base'
import type { BySide } from '@tallystick/engine/record'
import { adapterKinds } from '@tallystick/schema/adapter'
import { fileNameOf } from '../file-parts.ts'
import { type FileSettings, readFileSettings } from '../file-settings.ts'
import { got } from '../options.ts'
import { type ConfigResult, readMapping } from '../read-config.ts'
import { againText, uploadFault } from '../upload/run-upload.ts'
import { type Destination, type FileToUpload, type UploadedFile, uploadFile } from '../upload/upload-file.ts'
import { isAdapterWord, type NewRunArguments } from './run-arguments.ts'

/** A side of a run: an adapter of the service, or a file to upload. */
export type RunSide =
  | { readonly kind: 'adapter'; readonly adapter: string }
  | { readonly kind: 'file'; readonly file: FileToUpload }

const adapterDefault = 'custom'

const sideNames = ['source', 'target'] as const

/** The sides that the words name, or all faults of the words. Of the files only the mapping is read. */
export async function readRunSides(input: NewRunArguments): Promise<ConfigResult<BySide<RunSide>>> {
  const mapping = await readMapping(input.mapping)
  const settings = sideNames.map((side) => readSettings(input, side))
  const faults = [...new Set([mapping, ...settings].flatMap((each) => (each.ok ? [] : each.faults)))]
  const [source, target] = settings
  if (faults.length > 0 || !mapping.ok || !source?.ok || !target?.ok) return { ok: false, faults }
  const sideOf = (side: 'source' | 'target', own: FileSettings): RunSide => {
    const word = input[side]
    if (isAdapterWord(word)) return { kind: 'adapter', adapter: word }
    const { currency, encoding, level, sheet } = own
    const { idempotencyKey } = input
    const file: FileToUpload = {
      ...{ path: word, name: undefined, format: undefined, currency, encoding, level, sheet },
      adapter: wordOf(input.kinds, side) ?? adapterDefault,
      mapping: mapping.value[side],
      ...(idempotencyKey !== undefined && { idempotencyKey: `${idempotencyKey}-${side}` }),
    }
    return { kind: 'file', file }
  }
  return { ok: true, value: { source: sideOf('source', source.value), target: sideOf('target', target.value) } }
}

/** The word for a side, where a single word counts for both. */
const wordOf = (words: readonly string[], side: 'source' | 'target'): string | undefined =>
  (side === 'target' ? words[1] : undefined) ?? words[0]

const readSettings = (
  { currencies, encodings, levels, sheets }: NewRunArguments,
  side: 'source' | 'target',
): ConfigResult<FileSettings> =>
  readFileSettings({
    currency: wordOf(currencies, side),
    encoding: wordOf(encodings, side),
    kind: undefined,
    level: wordOf(levels, side),
    sheet: wordOf(sheets, side),
  })

export const nameOf = ({ source, target }: NewRunArguments): string =>
  [source, target].map((word) => (isAdapterWord(word) ? word : fileNameOf(word))).join(' against ')

/** Uploads the file of a side and returns the adapter. Throws only faults of the program. */
export async function adapterOfSide(destination: Destination, side: RunSide): Promise<ConfigResult<string>> {
  if (side.kind === 'adapter') return { ok: true, value: side.adapter }
  const sent = await datasetOfFile(destination, side.file)
  return sent.ok ? { ok: true, value: `dataset:${sent.value.id}` } : sent
}

/** Uploads a file and returns its dataset. Throws only faults of the program. */
export async function datasetOfFile(
  destination: Destination,
  file: FileToUpload,
): Promise<ConfigResult<SealedDataset>> {
  const { path } = file
  try {
    const uploaded = await uploadFile(destination, file)
    if (uploaded.state === 'sealed') return { ok: true, value: uploaded.dataset }
    if (uploaded.state === 'refused') return { ok: false, faults: [uploaded.texts.join('\n')] }
    return { ok: false, faults: [`${path}: the upload was aborted by somebody else`] }
  } catch (error) {
    if (destination.signal.aborted)
      return { ok: false, faults: [`${path}: interrupted; the same command ${againText(path)}`] }
    return { ok: false, faults: [`${uploadFault(path, error)}${adapterHint(path)}`] }
  }
}

type SealedDataset = Extract<UploadedFile, { readonly state: 'sealed' }>['dataset']

/** A hint for a word that was taken for a file, but may be a misspelt adapter. */
function adapterHint(word: string): string {
  const [, kind] = /^([a-z][a-z0-9-]{0,31}):[A-Za-z0-9._-]+$/.exec(word) ?? []
  const nearest = kind === undefined ? undefined : nearestName(kind, adapterKinds)
  return nearest === undefined ? '' : `; ${got(kind)} is no kind of adapter, the nearest is ${nearest}`
}
