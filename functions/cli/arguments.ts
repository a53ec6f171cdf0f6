/** `tallystick reconcile` as it was asked for; every path as written. */
export interface ReconcileArguments {
  readonly command: 'reconcile'
  readonly source: string
  readonly target: string
  readonly rules: string | undefined
  readonly mapping: string | undefined
  readonly out: string | undefined
}

export type Arguments = ReconcileArguments | { readonly command: 'help' }

export type ArgumentsResult =
  | { readonly ok: true; readonly value: Arguments }
  | { readonly ok: false; readonly faults: readonly string[] }

export const usage = `usage: tallystick reconcile SOURCE TARGET [--rules FILE] [--mapping FILE] [--out FILE]

  SOURCE, TARGET  the two sides, each CSV or NDJSON, which its content tells
  --rules FILE    the rules, JSON; without them the built-in policy default@1
  --mapping FILE  which columns the fields are in, JSON; one for both sides, or { "source": …, "target": … }
  --out FILE      takes the result, one canonical line a match, break or exclusion

exit code: 0 nothing is open, 1 some records are open, 2 error`

const optionNames = ['rules', 'mapping', 'out'] as const

/** Reads what follows `tallystick`; each fault says what was got and what is wanted. */
export function readArguments(words: readonly string[]): ArgumentsResult {
  if (words.includes('--help') || words.includes('-h')) return { ok: true, value: { command: 'help' } }
  const [command, ...rest] = words
  if (command !== 'reconcile') return { ok: false, faults: [`${got(command)}, wanted the command reconcile`] }
  const { values, paths, faults } = readWords(rest)
  if (paths.length < 2) faults.push(`Got ${paths.length === 0 ? 'no file' : 'one file'}, wanted SOURCE and TARGET`)
  for (const surplus of paths.slice(2)) faults.push(`${got(surplus)}, wanted nothing after SOURCE and TARGET`)
  const [source, target] = paths
  if (faults.length > 0 || source === undefined || target === undefined) return { ok: false, faults }
  const [rules, mapping, out] = optionNames.map((name) => values.get(name))
  return { ok: true, value: { command, source, target, rules, mapping, out } }
}

interface Words {
  readonly values: Map<string, string>
  readonly paths: string[]
  readonly faults: string[]
}

/** `--name value`, `--name=value`, and paths; all that follows `--` are paths. */
function readWords(words: readonly string[]): Words {
  const read: Words = { values: new Map(), paths: [], faults: [] }
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? ''
    if (word === '--') {
      read.paths.push(...words.slice(index + 1))
      return read
    }
    if (!/^-./.test(word)) read.paths.push(word)
    else if (takeOption(read, word, words[index + 1])) index += 1
  }
  return read
}

/** Whether `next` was the option's value. */
function takeOption({ values, faults }: Words, word: string, next: string | undefined): boolean {
  const [, name = '', inline] = /^--([^=]*)(?:=(.*))?$/s.exec(word) ?? []
  if (!optionNames.some((known) => known === name)) {
    faults.push(`${got(word)}, wanted one of ${optionNames.map((known) => `--${known}`).join(', ')}`)
    return false
  }
  const isNext = inline === undefined && next !== undefined && !/^-./.test(next)
  const value = isNext ? next : inline
  if (!value) faults.push(`--${name} has no value, wanted a file`)
  else if (values.has(name)) faults.push(`--${name} is there twice, wanted one file`)
  else values.set(name, value)
  return isNext
}

const got = (word: string | undefined): string => `Got ${word === undefined ? 'nothing' : JSON.stringify(word)}`
