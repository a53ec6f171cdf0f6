import { isRawKey } from '@tallystick/engine/log'
import { got } from '../options.ts'
import { runVerify } from '../verify/run-verify.ts'
import type { PlacedVerb } from './period-place.ts'

/** Checks the pack or the folder of a period, or the pack that the service gives, as `tallystick verify` does. */
export const verifyClose: PlacedVerb = async ({ values, words, address, isJson, isQuiet }, terminal, place) => {
  const [file, ...others] = words
  const keys = values.get('key') ?? []
  const extra = address === undefined ? others : words
  const faults = [
    ...extra.map((word) => `${got(word)}, wanted nothing after ${address === undefined ? 'the pack' : 'verify'}`),
    // The keys of a log have names, which `runVerify` reads.
    ...keys.flatMap((key) =>
      address !== undefined || isRawKey(key) ? [] : [`${got(key)} as --key, wanted base64 of 32 bytes`],
    ),
  ]
  if (faults.length > 0) return { ok: false, faults }
  const trust = { keys, trustsOwnKeys: false, anchoring: { policy: undefined, tsa: [] } }
  const verify = (path: string) =>
    runVerify(
      {
        ...{ command: 'verify', file: path, replay: 'where possible', since: undefined, logFrom: undefined },
        ...{ ...trust, isJson, isQuiet },
      },
      terminal,
    )
  const used = file === undefined ? await place.withEvidence(verify) : { ok: true as const, value: await verify(file) }
  if (!used.ok) return used
  const ended = used.value
  return ended.ok ? { ok: true, end: ended.end === 'sound' ? 'done' : ended.end } : ended
}
