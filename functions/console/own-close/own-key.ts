import { computed, signal } from '@preact/signals'
import type { NamedKey } from '../engine-worker/own-close-types.ts'
import { openOwnClose } from '../local-run/kept-closes.ts'
import { RefusedError } from '../parts/refused-error.ts'
import { saveFile } from '../parts/save-file.ts'

/** The keys of the people at this browser; undefined until they were asked for. */
export const ownKeys = signal<readonly NamedKey[] | undefined>(undefined)

const chosenKey = signal<string | undefined>(undefined)

/** The key that signs what is done now: the one that was chosen, else the first. */
export const signingKey = computed(
  () => ownKeys.value?.find(({ publicKey }) => publicKey === chosenKey.value) ?? ownKeys.value?.[0],
)

export async function loadKeys(): Promise<void> {
  ownKeys.value = await (await openOwnClose()).keys()
}

export function signWith(publicKey: string): void {
  chosenKey.value = publicKey
}

/** Makes a key for somebody, who signs from now on. Under a passphrase it saves a copy. */
export async function makeKey(name: string, passphrase: string): Promise<void> {
  const { publicKey, copy } = await (await openOwnClose()).makeKey(name, passphrase === '' ? undefined : passphrase)
  if (copy !== undefined) saveFile(`${name}.pem`, new Blob([copy], { type: 'application/x-pem-file' }))
  await loadKeys()
  chosenKey.value = publicKey
}

/** Takes a key from its copy; its owner signs from now on. Throws `RefusedError`. */
export async function takeKey(copy: File, passphrase: string): Promise<void> {
  const taken = await (await openOwnClose()).takeKey(await copy.text(), passphrase)
  if (taken === undefined) throw new RefusedError([`${copy.name} is no copy of a key, or has another passphrase`])
  await loadKeys()
  chosenKey.value = taken.publicKey
}
