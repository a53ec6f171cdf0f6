import { isObject, type JsonObject, parseJson } from '@tallystick/engine/base'
import { fileFault } from '../file-fault.ts'
import { bytesOf } from '../file-parts.ts'
import { type ConfigResult, readMapping } from '../read-config.ts'
import { type CloseArguments, wordOf } from './close-arguments.ts'

/** The mapping that `--mapping` gives, as it is written; else the one that the period keeps. */
export async function mappingOf(
  input: CloseArguments,
  kept: JsonObject | undefined,
): Promise<ConfigResult<JsonObject | undefined>> {
  const word = wordOf(input, 'mapping')
  if (word === undefined) return { ok: true, value: kept }
  const checked = await readMapping(word)
  if (!checked.ok) return checked
  try {
    const text = word.trimStart().startsWith('{') ? word : new TextDecoder().decode(await bytesOf(word))
    const read = parseJson(text)
    return { ok: true, value: read.ok && isObject(read.value) ? read.value : undefined }
  } catch (error) {
    return { ok: false, faults: [fileFault(word, error)] }
  }
}
