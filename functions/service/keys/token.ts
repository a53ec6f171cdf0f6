import { at, utf8 } from '@tallystick/engine/base'
import { crc32 } from '@tallystick/engine/intake'

/**
 * API keys: `tsk_<live|test>_<12 key id>_<32 secret>_<6 checksum>` in base62, such as
 * `tsk_test_4fK9aZ2mQ1xY_0123456789abcdefghijABCDEFGHIJkl_1aB2cD`. The checksum is the CRC-32 (ISO 3309) of the text
 * before it: a mistyped key is refused without asking the database.
 */
export interface Token {
  readonly environment: string
  readonly keyId: string
  readonly secret: string
}

const alphabet = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz']
const pattern = /^tsk_(live|test)_([0-9A-Za-z]{12})_([0-9A-Za-z]{32})_[0-9A-Za-z]{6}$/

export const createToken = (environment: string): Token => ({
  environment,
  keyId: randomText(12),
  secret: randomText(32),
})

export function formatToken({ environment, keyId, secret }: Token): string {
  const text = `tsk_${environment}_${keyId}_${secret}`
  return `${text}_${checksumOf(text)}`
}

/** Undefined when the form or checksum is wrong. */
export function parseToken(text: string): Token | undefined {
  const parts = pattern.exec(text)
  if (parts === null) return undefined
  const [environment, keyId, secret] = [at(parts, 1), at(parts, 2), at(parts, 3)]
  return text === formatToken({ environment, keyId, secret }) ? { environment, keyId, secret } : undefined
}

/** Uniform: 248 is the largest multiple of 62 in a byte, and bytes from there on are drawn again. */
export function randomText(length: number): string {
  let text = ''
  while (text.length < length)
    for (const byte of crypto.getRandomValues(new Uint8Array(length)))
      if (byte < 248 && text.length < length) text += at(alphabet, byte % 62)
  return text
}

function checksumOf(text: string): string {
  let remainder = crc32(utf8(text), 0)
  let checksum = ''
  for (let digit = 0; digit < 6; digit++) {
    checksum = `${at(alphabet, remainder % 62)}${checksum}`
    remainder = Math.floor(remainder / 62)
  }
  return checksum
}
