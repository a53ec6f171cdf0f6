import { closeActs } from './own-close-acts.ts'
import { closeBegins } from './own-close-begins.ts'
import { type CloseDesk, createCloseDesk } from './own-close-desk.ts'
import { closeReads } from './own-close-reads.ts'

export type OwnClose = ReturnType<typeof createOwnClose>

/** Closes of a browser: the same acts over the same files as those of the command line over a folder. */
export function createOwnClose(modules: CloseDesk['modules'], kept: Pick<CloseDesk, 'closes' | 'keys'>) {
  const desk = createCloseDesk(modules, kept)
  return {
    ...closeReads(desk),
    ...closeBegins(desk),
    ...closeActs(desk),
    keys: () => desk.keys.list(),
    makeKey: (name: string, passphrase?: string) => desk.keys.make(name, passphrase),
    takeKey: (copy: string, passphrase: string) => desk.keys.take(copy, passphrase),
  }
}
