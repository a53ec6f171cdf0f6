import { isRawKey } from '@tallystick/engine/log'
import { got } from '../options.ts'
import { runVerify } from '../verify/run-verify.ts'
import type { RunVerb } from './close-end.ts'

/** Checks the pack or the folder of a period, as `tallystick verify` does. */
export const verifyClose: RunVerb = async (input, terminal) => {
  const [file = input.folder, ...others] = input.words
  const keys = input.values.get('key') ?? []
  const faults = [
    ...others.map((word) => `${got(word)}, wanted nothing after the pack`),
    ...keys.flatMap((key) => (isRawKey(key) ? [] : [`${got(key)} as --key, wanted base64 of 32 bytes`])),
  ]
  if (faults.length > 0) return { ok: false, faults }
  const { isJson, isQuiet } = input
  const trust = { keys, trustsOwnKeys: false, anchoring: { policy: undefined, tsa: [] } }
  const ended = await runVerify(
    {
      ...{ command: 'verify', file, replay: 'where possible', since: undefined, logFrom: undefined },
      ...{ ...trust, isJson, isQuiet },
    },
    terminal,
  )
  if (!ended.ok) return ended
  return { ok: true, end: ended.end === 'sound' ? 'done' : ended.end }
}
