import { signal } from '@preact/signals'

/** Whose keys the evidence has to be signed by. */
export interface TrustChoice {
  /**
   * `brought`: by the keys in the file. `service`: by those that the address of this page answers with. `pasted`: by those
   * that the visitor has.
   */
  readonly from: 'brought' | 'service' | 'pasted'
  /** None where the keys of the file are to be taken. */
  readonly keys: readonly string[]
}

export const broughtKeys: TrustChoice = { from: 'brought', keys: [] }

/** Kept from one file to the next: a visitor checks several files of one service. */
export const trust = signal<TrustChoice>(broughtKeys)

/** The text of the visitor's own keys, as it was typed. */
export const pastedText = signal('')

/** Where every service lists its keys. */
export const keysPath = '/.well-known/tallystick-keys'

/** The list of keys that this page's own address answers with. Throws what to do where there is none. */
export async function fetchServiceKeys(): Promise<string> {
  let answer: Response
  try {
    answer = await fetch(keysPath, { cache: 'no-store' })
  } catch {
    throw new Error(`${location.host} cannot be reached: go online, or paste keys that you have`)
  }
  if (!answer.ok) throw new Error(`${location.host} answered ${answer.status}: try again, or paste keys that you have`)
  return answer.text()
}
