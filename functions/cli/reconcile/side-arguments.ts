import { standardStream } from '../file-parts.ts'
import { got, type OptionKind, type Options } from '../options.ts'

/** The arguments that name two files and say how to read them; every path as the caller wrote it. */
export interface SideArguments {
  readonly source: string
  readonly target: string
  readonly mapping: string | undefined
  /** Empty, one currency for both sides, or one for the source and one for the target. */
  readonly currencies: readonly string[]
  readonly encodings: readonly string[]
  /** Kinds of adapters, whose exports have column names of their own; given like `currencies`. */
  readonly kinds: readonly string[]
  readonly levels: readonly string[]
  readonly sheets: readonly string[]
}

export const fileOption: OptionKind = { value: 'wanted', what: 'a file' }

/** Options that are given once for both sides, or twice: for SOURCE and then for TARGET. */
export const sideOptions: readonly (readonly [name: string, kind: OptionKind])[] = [
  ['currency', { value: 'wanted', what: 'a currency code', repeatable: true }],
  ['encoding', { value: 'wanted', what: 'an encoding', repeatable: true }],
  ['adapter', { value: 'wanted', what: 'an adapter kind', repeatable: true }],
  ['level', { value: 'wanted', what: 'entry or detail', repeatable: true }],
  ['sheet', { value: 'wanted', what: 'the name of a sheet', repeatable: true }],
]

/** `sides` is undefined where a file is missing. */
export function readSideArguments({ values, paths }: Options): {
  readonly sides: SideArguments | undefined
  readonly faults: readonly string[]
} {
  const [source, target, ...others] = paths
  const faults: string[] = []
  if (target === undefined)
    faults.push(`Got ${source === undefined ? 'no file' : 'one file'}, wanted SOURCE and TARGET`)
  for (const word of others) faults.push(`${got(word)}, wanted nothing after SOURCE and TARGET`)
  for (const [name] of sideOptions) {
    const count = values.get(name)?.length ?? 0
    if (count > 2)
      faults.push(`--${name} is there ${count} times, wanted once for both sides, or for SOURCE and then for TARGET`)
  }
  if (source === standardStream && target === standardStream)
    faults.push(`${got(standardStream)} as SOURCE and TARGET, wanted standard input for one of them`)
  if (source === undefined || target === undefined) return { sides: undefined, faults }
  const sides = {
    source,
    target,
    mapping: values.get('mapping')?.[0],
    currencies: values.get('currency') ?? [],
    encodings: values.get('encoding') ?? [],
    kinds: values.get('adapter') ?? [],
    levels: values.get('level') ?? [],
    sheets: values.get('sheet') ?? [],
  }
  return { sides, faults }
}
