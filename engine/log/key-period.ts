import { fromBase64, toBase64 } from '../base/base64.ts'
import type { Sha256 } from '../base/hasher.ts'
import { isTimestamp } from '../base/json-shape.ts'
import { type Parsed, parsed, quoted, refused } from '../base/parsed.ts'
import { type Signer, signersOf, signNote, type VerifySignature } from './checkpoint.ts'
import { parseNote } from './signed-note.ts'
import { isRawKey, keyIdOf, type VerifierKey } from './verifier-key.ts'

/**
 * The time since which a key signs, and until which the previous key signed, both included. Keys are base64, times RFC
 * 3339 UTC.
 */
export interface KeyPeriod {
  readonly key: string
  readonly from: string
  /** Null for the first key, and where the previous key was not available to sign. */
  readonly before: { readonly key: string; readonly until: string } | null
}

/** The name of keys in notes on periods. It is the origin of no log. */
const nameOf = (logOrigin: string): string => `${logOrigin}/keys`

/**
 * The signed note (C2SP signed-note) of a period, by the key itself and then the key before:
 *
 *     example.com/keys
 *     tallystick/key-period@1
 *     key iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w= from 2026-03-01T09:55:00.000Z
 *     before gTl3Dqh9F19Wo1Rmw0x+zMuNipG07jeiXfYPW4/Js5Q= until 2026-03-02T10:00:00.000Z
 *
 *     — example.com/keys Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
 *     — example.com/keys gTl3Dqh9F19Wo1Rmw0x+zMuNipG07jeiXfYPW4/Js5QPEiuqqEGpAlvNBCpUYSMyZ9MlRtT1wo6hyzHwhm5zZpaSvCo=
 *
 * The last line of the text is `before none` where nothing is said of a key before.
 */
export function signKeyPeriod(
  sha256: Sha256,
  { logOrigin, from, before }: Pick<KeyPeriod, 'from'> & PeriodOf,
  signer: Signer,
): Promise<string> {
  const name = nameOf(logOrigin)
  const end = before === null ? 'none' : `${toBase64(before.signer.publicKey)} until ${before.until}`
  const text = `${name}\ntallystick/key-period@1\nkey ${toBase64(signer.publicKey)} from ${from}\nbefore ${end}\n`
  return signNote(sha256, { name, text }, [signer, ...(before === null ? [] : [before.signer])])
}

interface PeriodOf {
  readonly logOrigin: string
  readonly before: { readonly signer: Signer; readonly until: string } | null
}

interface Platform {
  readonly sha256: Sha256
  readonly verify: VerifySignature
}

const periodCountMax = 1_000

/**
 * Reads the notes on key periods, oldest first. Refuses a note unless its key, and the previous key where it names one,
 * have signed it, and a note whose previous key is not that of the note before. A key may come again, since a
 * deployment can be rolled back.
 */
export async function openKeyPeriods(
  platform: Platform,
  notes: readonly string[],
): Promise<Parsed<readonly KeyPeriod[]>> {
  if (notes.length > periodCountMax)
    return refused(`Got the periods of ${notes.length} keys, wanted at most ${periodCountMax}`)
  const periods: KeyPeriod[] = []
  for (const note of notes) {
    const read = await openKeyPeriod(platform, note)
    if (!read.ok) return read
    const { key, before } = read.value
    if (before !== null && before.key !== periods.at(-1)?.key)
      return refused(`Got the period of the key ${key} without that of the key before`)
    periods.push(read.value)
  }
  return parsed(periods)
}

async function openKeyPeriod({ sha256, verify }: Platform, note: string): Promise<Parsed<KeyPeriod>> {
  const opened = parseNote(note)
  if (!opened.ok) return refused(`The period of a key: ${opened.detail}`)
  const { text } = opened.value
  const period = parsePeriod(text)
  if (period === undefined) return refused(`Got ${quoted(text)}, wanted the period of a key`)
  const wanted = [period.key, ...(period.before === null ? [] : [period.before.key])]
  const keys = wanted.map((key) => keyNamed(sha256, text.slice(0, text.indexOf('\n')), key))
  const signedBy = await signersOf(opened.value, { keys, verify })
  if (signedBy.ok && keys.every((key) => signedBy.value.includes(key))) return parsed(period)
  return refused(`The period of the key ${period.key} is not signed by ${wanted.join(' and ')}`)
}

const periodText =
  /^[^\n]+\ntallystick\/key-period@1\nkey (\S{44}) from (\S{24})\nbefore (?:none|(\S{44}) until (\S{24}))\n$/

function parsePeriod(text: string): KeyPeriod | undefined {
  const [, key = '', from = '', previous, until = ''] = periodText.exec(text) ?? []
  if (!isRawKey(key) || !isTimestamp(from) || key === previous) return undefined
  if (previous === undefined) return { key, from, before: null }
  return isRawKey(previous) && isTimestamp(until) ? { key, from, before: { key: previous, until } } : undefined
}

function keyNamed(sha256: Sha256, name: string, key: string): VerifierKey {
  const publicKey = fromBase64(key) ?? new Uint8Array()
  return { name, keyId: keyIdOf(sha256, name, publicKey), publicKey }
}

/** Until when the key of a period signed; undefined where the next period does not say. */
export const endOfPeriod = (periods: readonly KeyPeriod[], index: number): string | undefined =>
  periods[index + 1]?.before?.until

export const isInPeriod = (periods: readonly KeyPeriod[], keys: readonly string[], time: string): boolean =>
  periods.some(({ key, from }, index) => {
    const until = endOfPeriod(periods, index)
    return keys.includes(key) && from <= time && (until === undefined || time <= until)
  })
