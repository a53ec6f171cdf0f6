import { got, type OptionKind } from '../options.ts'

export const keyOption: OptionKind = { value: 'wanted', what: 'a key, name+id+base64 or base64', repeatable: true }

/** Faults in the paths of a command that takes one file of evidence, which its help calls `name`. */
export function evidenceFileFaults([path, ...others]: readonly string[], name: 'FILE' | 'PACK'): readonly string[] {
  if (path === undefined) return [`Got no file, wanted ${name}`]
  return others.map((word) => `${got(word)}, wanted nothing after ${name}`)
}
