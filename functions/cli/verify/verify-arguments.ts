import { evidenceFileFaults, keyOption } from '../evidence/evidence-options.ts'
import { type ArgumentsResult, type OptionKind, readOptions } from '../options.ts'

/** The arguments of `tallystick verify`. */
export interface VerifyArguments {
  readonly command: 'verify'
  /** A pack, or the proof of a single line. */
  readonly file: string
  readonly replay: boolean
  /** The only keys that are trusted, as texts of keys or base64 of raw ones; none to take the keys in the file. */
  readonly keys: readonly string[]
}

const kinds = new Map<string, OptionKind>([
  ['replay', { value: 'none', what: 'nothing' }],
  ['key', keyOption],
])

/** Reads the words after `tallystick verify`. */
export function readVerifyArguments(words: readonly string[]): ArgumentsResult<VerifyArguments> {
  const { values, paths, faults: optionFaults } = readOptions(words, kinds)
  const faults = [...optionFaults, ...evidenceFileFaults(paths, 'FILE')]
  const [file] = paths
  if (faults.length > 0 || file === undefined) return { ok: false, faults }
  return { ok: true, value: { command: 'verify', file, replay: values.has('replay'), keys: values.get('key') ?? [] } }
}
