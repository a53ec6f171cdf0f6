import type { Terminal } from '../terminal.ts'
import { type CloseArguments, wordOf } from './close-arguments.ts'
import { type CloseEnd, done } from './close-end.ts'
import { makeKey } from './key-file.ts'

/** Prints the public key of `--key-file`, which is made where there is none. */
export function runKey(input: CloseArguments, terminal: Terminal): CloseEnd {
  const key = makeKey(wordOf(input, 'key-file') ?? '')
  if (!key.ok) return key
  terminal.print(`${key.value.publicKey}\n`)
  return done
}
