import { got, type OptionKind } from '../options.ts'

/** What the commands that read evidence have in common on the command line. */

export const keyOption: OptionKind = { value: 'wanted', what: 'a key, name+id+base64 or base64', repeatable: true }

/** What is wrong with the paths of a command that takes one file of evidence, which its help calls `name`. */
export function evidenceFileFaults([path, ...surplus]: readonly string[], name: 'FILE' | 'PACK'): readonly string[] {
  if (path === undefined) return [`Got no file, wanted ${name}`]
  return surplus.map((word) => `${got(word)}, wanted nothing after ${name}`)
}
