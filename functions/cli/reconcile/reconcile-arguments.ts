import { type ArgumentsResult, got, type OptionKind, readOptions } from '../options.ts'

/** The arguments of `tallystick reconcile`; every path as written. */
export interface ReconcileArguments {
  readonly command: 'reconcile'
  readonly source: string
  readonly target: string
  readonly rules: string | undefined
  readonly mapping: string | undefined
  /** A file, or `-` for standard output. */
  readonly out: string | undefined
  /** None, one for both sides, or one for the source and one for the target. */
  readonly currencies: readonly string[]
  readonly encodings: readonly string[]
}

const file: OptionKind = { value: 'wanted', what: 'a file' }
const kinds = new Map<string, OptionKind>([
  ['rules', file],
  ['mapping', file],
  ['out', file],
  ['currency', { value: 'wanted', what: 'a currency code', repeatable: true }],
  ['encoding', { value: 'wanted', what: 'an encoding', repeatable: true }],
])

/** Reads the words after `tallystick reconcile`. */
export function readReconcileArguments(words: readonly string[]): ArgumentsResult<ReconcileArguments> {
  const { values, paths, faults: optionFaults } = readOptions(words, kinds)
  const [source, target, ...surplus] = paths
  const faults = [...optionFaults]
  if (target === undefined)
    faults.push(`Got ${source === undefined ? 'no file' : 'one file'}, wanted SOURCE and TARGET`)
  for (const word of surplus) faults.push(`${got(word)}, wanted nothing after SOURCE and TARGET`)
  for (const name of ['currency', 'encoding']) {
    const count = values.get(name)?.length ?? 0
    if (count > 2)
      faults.push(`--${name} is there ${count} times, wanted once for both sides, or for SOURCE and then for TARGET`)
  }
  if (faults.length > 0 || source === undefined || target === undefined) return { ok: false, faults }
  return {
    ok: true,
    value: {
      command: 'reconcile',
      source,
      target,
      rules: values.get('rules')?.[0],
      mapping: values.get('mapping')?.[0],
      out: values.get('out')?.[0],
      currencies: values.get('currency') ?? [],
      encodings: values.get('encoding') ?? [],
    },
  }
}
