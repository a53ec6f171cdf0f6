import type { ByKey } from '@tallystick/audit/close/act-by-key'
import type { ConfigResult } from '../read-config.ts'
import { type CloseArguments, wordOf } from './close-arguments.ts'
import { readKey } from './key-file.ts'
import { openPeriod } from './open-period.ts'

/** The period in the folder, and the key of `--key-file` with the name of `--name`. Returns the faults of both. */
export function byKey(input: CloseArguments): ConfigResult<ByKey & { readonly name: string }> {
  const key = readKey(wordOf(input, 'key-file') ?? '')
  const opened = openPeriod(input)
  return key.ok && opened.ok
    ? { ok: true, value: { opened: opened.value, signer: key.value, name: wordOf(input, 'name') ?? '' } }
    : { ok: false, faults: [key, opened].flatMap((each) => (each.ok ? [] : each.faults)) }
}
