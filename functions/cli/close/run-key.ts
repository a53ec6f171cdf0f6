import { wordOf } from './close-arguments.ts'
import { done, type RunVerb } from './close-end.ts'
import { makeKey } from './key-file.ts'

/** Prints the public key of `--key-file`, which is made where there is none. */
export const runKey: RunVerb = (input, terminal) => {
  const key = makeKey(wordOf(input, 'key-file') ?? '')
  if (!key.ok) return key
  terminal.print(`${key.value.publicKey}\n`)
  return done
}
