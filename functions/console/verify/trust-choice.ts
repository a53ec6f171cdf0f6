import { signal } from '@preact/signals'
import type { TrustTexts } from '../engine-worker/evidence-types.ts'
import type { TrustSource } from './verdict-texts.ts'

export interface TrustChoice {
  readonly from: TrustSource
  /** Undefined to take the keys in the file. */
  readonly texts: TrustTexts | undefined
}

export const broughtKeys: TrustChoice = { from: 'brought', texts: undefined }

/** Kept from one file to the next: a visitor checks several files of one service. */
export const trust = signal<TrustChoice>(broughtKeys)

export const pastedTexts = signal<TrustTexts>({ keys: '', certificates: '' })

const keysPath = '/.well-known/tallystick-keys'

/** Fetches the keys from this page's own address. Throws with what to do where there are none. */
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
