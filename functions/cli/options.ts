import { parseArgs } from 'node:util'
import { nearestHint } from '@tallystick/engine/base'

export interface OptionKind {
  /** With `optional` the next word is the value, unless that word is an option. */
  readonly value: 'none' | 'optional' | 'wanted'
  readonly what: string
  readonly repeatable?: true
}

export interface Options {
  /** The values of each given option, in order; empty text for an option without a value. */
  readonly values: ReadonlyMap<string, readonly string[]>
  readonly paths: readonly string[]
  readonly faults: readonly string[]
}

export interface AnswerArguments {
  readonly isJson: boolean
  readonly isQuiet: boolean
}

export const answerOptions: readonly (readonly [name: string, kind: OptionKind])[] = [
  ['json', { value: 'none', what: '' }],
  ['quiet', { value: 'none', what: '' }],
]

export const answerArguments = ({ values }: Pick<Options, 'values'>): AnswerArguments => ({
  isJson: values.has('json'),
  isQuiet: values.has('quiet'),
})

/** The arguments of a command, or all their faults. */
export type ArgumentsResult<Arguments> =
  | { readonly ok: true; readonly value: Arguments }
  | { readonly ok: false; readonly faults: readonly string[] }

/**
 * Reads `--name value`, `--name=value`, and paths; every word after `--` is a path. Node's parser is called without a
 * list of options: with a list it would stop at the first fault, and it knows no options with an optional value.
 */
export function readOptions(words: readonly string[], kinds: ReadonlyMap<string, OptionKind>): Options {
  const { tokens } = parseArgs({ args: [...words], strict: false, allowPositionals: true, tokens: true })
  const reading: Reading = { kinds, values: new Map(), faults: [] }
  const paths: string[] = []
  let waiting: OptionToken | undefined
  for (const token of tokens) {
    const isValue = token.kind === 'positional' && waiting !== undefined
    if (waiting !== undefined) takeOption(reading, waiting, isValue ? token.value : undefined)
    waiting = undefined
    if (token.kind === 'option' && takesNextWord(token, kinds)) waiting = token
    else if (token.kind === 'option') takeOption(reading, token, token.value)
    else if (token.kind === 'positional' && !isValue) paths.push(token.value)
  }
  if (waiting !== undefined) takeOption(reading, waiting, undefined)
  return { values: reading.values, faults: reading.faults, paths }
}

export const got = (word: string | undefined): string => `Got ${word === undefined ? 'nothing' : JSON.stringify(word)}`

interface Reading {
  readonly kinds: ReadonlyMap<string, OptionKind>
  readonly values: Map<string, string[]>
  readonly faults: string[]
}

interface OptionToken {
  readonly name: string
  readonly rawName: string
  /** The text after the equals sign; undefined where there is no equals sign. */
  readonly value?: string | undefined
}

function takesNextWord({ name, rawName, value }: OptionToken, kinds: Reading['kinds']): boolean {
  const kind = rawName.startsWith('--') ? kinds.get(name) : undefined
  return kind !== undefined && kind.value !== 'none' && value === undefined
}

const unknownOption = (name: string, known: readonly string[]): string =>
  `${got(name)}, wanted one of ${known.join(', ')}${nearestHint(name, known)}`

function takeOption(
  { kinds, values, faults }: Reading,
  { name, rawName }: OptionToken,
  value: string | undefined,
): void {
  const kind = rawName.startsWith('--') ? kinds.get(name) : undefined
  const earlier = values.get(name)
  if (kind === undefined)
    faults.push(
      unknownOption(
        rawName,
        [...kinds.keys()].map((known) => `--${known}`),
      ),
    )
  else if (kind.value === 'wanted' && !value) faults.push(`--${name} has no value, wanted ${kind.what}`)
  else if (kind.value === 'none' && value !== undefined) faults.push(`--${name} has a value, wanted none`)
  else if (earlier === undefined) values.set(name, [value ?? ''])
  else if (kind.repeatable) earlier.push(value ?? '')
  else faults.push(`--${name} is there twice, wanted once`)
}
