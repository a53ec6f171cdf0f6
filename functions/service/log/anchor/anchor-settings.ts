import { type CosignerKey, parseCosignerKey } from '@tallystick/engine/log'
import type { Env } from '../../env.ts'
import { sha256 } from '../../platform/hasher.ts'

export interface Witness {
  readonly key: CosignerKey
  readonly vkey: string
  /** The submission prefix (C2SP tlog-witness) without a slash at its end. */
  readonly url: string
}

/** The outside parties that confirm checkpoints of the index log. */
export interface AnchorSettings {
  readonly witnesses: readonly Witness[]
  /** The URL of the time stamping authority (RFC 3161); undefined without one. */
  readonly timeStampUrl: string | undefined
}

type AnchorEnv = Pick<Env, 'WITNESSES' | 'TIMESTAMP_URL'>

/** The most witnesses: the note of a checkpoint has no room for more signatures besides the log's own. */
const witnessCountMax = 90

/** Reads WITNESSES, a line `vkey url` for each witness, and TIMESTAMP_URL. Names malformed variables. */
export function readAnchorSettings({
  WITNESSES = '',
  TIMESTAMP_URL = '',
}: AnchorEnv):
  | { readonly ok: true; readonly value: AnchorSettings }
  | { readonly ok: false; readonly malformed: readonly ('WITNESSES' | 'TIMESTAMP_URL')[] } {
  const lines = String(WITNESSES)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const witnesses = lines.map(readWitness).filter((witness) => witness !== undefined)
  const isReadable =
    witnesses.length === lines.length &&
    witnesses.length <= witnessCountMax &&
    new Set(witnesses.map(({ vkey }) => vkey)).size === witnesses.length
  const timeStampUrl = String(TIMESTAMP_URL).trim()
  const malformed = [
    ...(isReadable ? [] : (['WITNESSES'] as const)),
    ...(timeStampUrl === '' || isWebAddress(timeStampUrl) ? [] : (['TIMESTAMP_URL'] as const)),
  ]
  if (malformed.length > 0) return { ok: false, malformed }
  return { ok: true, value: { witnesses, timeStampUrl: timeStampUrl === '' ? undefined : timeStampUrl } }
}

function readWitness(line: string): Witness | undefined {
  const [vkey = '', url = '', ...rest] = line.split(/[ \t]+/)
  const key = parseCosignerKey(sha256, vkey)
  return key.ok && rest.length === 0 && isWebAddress(url)
    ? { key: key.value, vkey, url: url.replace(/\/+$/, '') }
    : undefined
}

const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
