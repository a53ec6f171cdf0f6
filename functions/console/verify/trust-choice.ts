import { signal } from '@preact/signals'
import type { TrustTexts } from '../engine-worker/evidence-types.ts'
import type { TrustSource } from './verdict-texts.ts'

export interface TrustChoice {
  readonly from: TrustSource
  /** Undefined where the keys in the file are trusted. */
  readonly texts: TrustTexts | undefined
}

export const broughtKeys: TrustChoice = { from: 'brought', texts: undefined }

/** Kept from one file to the next, since a visitor may check several files of one service. */
export const trust = signal<TrustChoice>(broughtKeys)

export const pastedTexts = signal<TrustTexts>({ keys: '', certificates: '' })

const keysPath = '/.well-known/tallystick-keys'

/** Fetches the keys from the address of this page. Throws with advice where that address has none. */
export async function fetchServiceKeys(): Promise<TrustTexts> {
  let answer: Response
  try {
    answer = await fetch(keysPath, { cache: 'no-store' })
  } catch {
    throw new Error(`${location.host} cannot be reached: go online, or paste keys that you have`)
  }
  if (!answer.ok) throw new Error(`${location.host} answered ${answer.status}: try again, or paste keys that you have`)
  return { keys: await answer.text(), certificates: '' }
}
