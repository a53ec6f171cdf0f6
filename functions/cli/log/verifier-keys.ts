import { fromBase64 } from '@tallystick/engine/base'
import { isKeyName, isRawKey, parseVkey, type VerifierKey, verifierKeyOf } from '@tallystick/engine/log'
import { sha256 } from '../sha256.ts'

/** The keys in texts that `keyFaults` accepts: a raw key gets the name `origin`, a verifier key has its own. */
export const verifierKeysOf = (texts: readonly string[], origin: string): readonly VerifierKey[] =>
  texts.flatMap((text) => {
    const raw = isRawKey(text) ? fromBase64(text) : undefined
    if (raw !== undefined) return isKeyName(origin) ? [verifierKeyOf(sha256, origin, raw)] : []
    const key = parseVkey(sha256, text)
    return key.ok ? [key.value] : []
  })
