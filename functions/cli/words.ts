/** An option of a command, by what follows its name. */
export interface OptionKind {
  /** `perhaps`: the next word, if that is no option. */
  readonly value: 'none' | 'perhaps' | 'wanted'
  /** What a value is, in words: `a file`. */
  readonly what: string
  readonly repeatable?: true
}

/** What follows a command. */
export interface Words {
  /** The values of each option that is there, in order; empty text where it has none. */
  readonly values: ReadonlyMap<string, readonly string[]>
  readonly paths: readonly string[]
  readonly faults: readonly string[]
}

interface Reading {
  readonly kinds: ReadonlyMap<string, OptionKind>
  readonly values: Map<string, string[]>
  readonly faults: string[]
}

/** Reads `--name value`, `--name=value`, and paths; all that follows `--` are paths. */
export function readWords(words: readonly string[], kinds: ReadonlyMap<string, OptionKind>): Words {
  const reading: Reading = { kinds, values: new Map(), faults: [] }
  const paths: string[] = []
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? ''
    if (word === '--') {
      paths.push(...words.slice(index + 1))
      break
    }
    if (!/^-./.test(word)) paths.push(word)
    else if (takeOption(reading, word, words[index + 1])) index += 1
  }
  return { ...reading, paths }
}

/** Whether `next` was the option's value. */
function takeOption({ kinds, values, faults }: Reading, word: string, next: string | undefined): boolean {
  const [, name = '', inline] = /^--([^=]*)(?:=(.*))?$/s.exec(word) ?? []
  const kind = kinds.get(name)
  if (kind === undefined) {
    faults.push(`${got(word)}, wanted one of ${[...kinds.keys()].map((known) => `--${known}`).join(', ')}`)
    return false
  }
  const isNext = kind.value !== 'none' && inline === undefined && next !== undefined && !/^-./.test(next)
  const value = isNext ? next : inline
  const before = values.get(name)
  if (kind.value === 'wanted' && !value) faults.push(`--${name} has no value, wanted ${kind.what}`)
  else if (kind.value === 'none' && inline !== undefined) faults.push(`--${name} has a value, wanted none`)
  else if (before === undefined) values.set(name, [value ?? ''])
  else if (kind.repeatable) before.push(value ?? '')
  else faults.push(`--${name} is there twice, wanted once`)
  return isNext
}

/** How a word is named in a fault. */
export const got = (word: string | undefined): string => `Got ${word === undefined ? 'nothing' : JSON.stringify(word)}`
