import { isCurrencyCode } from '@tallystick/engine/base'
import { type EntryLevel, encodingLabels, entryLevels } from '@tallystick/engine/intake'
import { type AdapterKind, adapterKinds } from '@tallystick/schema/adapter'
import { got } from './options.ts'
import type { ConfigResult } from './read-config.ts'

/** The options of a file beside its mapping, as in the query of an upload. */
export interface FileSettings {
  readonly currency: string | undefined
  readonly encoding: string | undefined
  /** A kind whose exports have columns with names of their own. */
  readonly kind: AdapterKind | undefined
  readonly level: EntryLevel | undefined
  readonly sheet: string | undefined
}

type FileSettingWords = { readonly [name in keyof FileSettings]: string | undefined }

export function readFileSettings(words: FileSettingWords): ConfigResult<FileSettings> {
  const { currency, encoding, sheet } = words
  const encodings = encodingLabels()
  const kind = adapterKinds.find((each) => each === words.kind)
  const level = entryLevels.find((each) => each === words.level)
  const faults: string[] = []
  const refuse = (option: string, word: string, wanted: string): number =>
    faults.push(`${got(word)} as --${option}, wanted ${wanted}`)
  if (currency !== undefined && !isCurrencyCode(currency))
    refuse('currency', currency, 'an ISO 4217 code in upper case, such as EUR')
  if (encoding !== undefined && !encodings.includes(encoding.toLowerCase()))
    refuse('encoding', encoding, `one of ${encodings.join(', ')}`)
  if (words.kind !== undefined && kind === undefined) refuse('adapter', words.kind, `one of ${adapterKinds.join(', ')}`)
  if (words.level !== undefined && level === undefined) refuse('level', words.level, entryLevels.join(' or '))
  if (faults.length > 0) return { ok: false, faults }
  return { ok: true, value: { currency, encoding, kind, level, sheet } }
}
