import { computed, signal } from '@preact/signals'
import type { NamedKey } from '../engine-worker/own-close-types.ts'
import { openOwnClose } from '../local-run/kept-closes.ts'
import { RefusedError } from '../parts/refused-error.ts'
import { saveFile } from '../parts/save-file.ts'
import { keepInTab, readTab } from '../shell/tab-storage.ts'

/** The keys of the people at this browser; undefined until they were asked for. */
export const ownKeys = signal<readonly NamedKey[] | undefined>(undefined)

/** Why the browser keeps no keys. */
export const keysFault = signal<unknown>(undefined)

const chosenName = 'tallystick-signer'
const chosenKey = signal<string | undefined>(readTab(chosenName))

/**
 * The key that signs what is done now: the one that was chosen in this tab, or the only one. Of several, none signs before
 * somebody says who is there.
 */
export const signingKey = computed(() => {
  const keys = ownKeys.value ?? []
  return keys.find(({ publicKey }) => publicKey === chosenKey.value) ?? (keys.length === 1 ? keys[0] : undefined)
})

export async function loadKeys(): Promise<void> {
  try {
    ownKeys.value = await (await openOwnClose()).keys()
    keysFault.value = undefined
  } catch (error) {
    keysFault.value = error
  }
}

export function signWith(publicKey: string): void {
  chosenKey.value = publicKey
  keepInTab(chosenName, publicKey)
}

/** Makes a key for somebody, who signs from now on. Under a passphrase it saves a copy. */
export async function makeKey(name: string, passphrase: string): Promise<void> {
  const { publicKey, copy } = await (await openOwnClose()).makeKey(name, passphrase === '' ? undefined : passphrase)
  if (copy !== undefined) saveFile(`${name}.pem`, new Blob([copy], { type: 'application/x-pem-file' }))
  await loadKeys()
  signWith(publicKey)
}

/** Takes a key from its copy; its owner signs from now on. Throws `RefusedError`. */
export async function takeKey(copy: File, passphrase: string): Promise<void> {
  const taken = await (await openOwnClose()).takeKey(await copy.text(), passphrase)
  if (taken === undefined) throw new RefusedError([`${copy.name} is no copy of a key, or has another passphrase`])
  await loadKeys()
  signWith(taken.publicKey)
}
