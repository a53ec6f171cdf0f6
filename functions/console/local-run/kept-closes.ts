import { signal } from '@preact/signals'
import type { Remote } from 'comlink'
import type { OwnClose } from '../engine-worker/own-close.ts'
import type { KeptClose } from '../engine-worker/own-close-types.ts'
import { RefusedError } from '../parts/refused-error.ts'
import { openEngine } from '../shell/engine.ts'

let opened: Promise<Remote<OwnClose>> | undefined

/** Whom closes of this browser are asked of. Held for good: an answer on its way is lost with the last hold on it. */
export function openOwnClose(): Promise<Remote<OwnClose>> {
  opened ??= openEngine()
    .then((engine) => engine.ownClose())
    .catch((fault: unknown) => {
      // The next call tries again.
      opened = undefined
      throw fault
    })
  return opened
}

/** The closes that the browser keeps on this machine. */
export const keptCloses = signal<readonly KeptClose[]>([])

export async function listKeptCloses(): Promise<void> {
  keptCloses.value = await (await openEngine()).keptCloses()
}

export async function forgetClose(id: string): Promise<void> {
  await (await openEngine()).forgetClose(id)
  await listKeptCloses()
}

/** Takes over the pack of a month; resolves with the address of the month to go on with. Throws `RefusedError`. */
export async function goOnFrom(pack: File): Promise<string> {
  void navigator.storage.persist()
  const own = await openOwnClose()
  const begun = await own.beginFrom(pack)
  if (!begun.ok) throw new RefusedError(begun.faults)
  return `/close/${begun.value}`
}
