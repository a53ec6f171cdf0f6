import { got, type OptionKind, readWords } from './words.ts'

/** `tallystick reconcile` as it was asked for; every path as written. */
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

/** `tallystick verify` as it was asked for. */
export interface VerifyArguments {
  readonly command: 'verify'
  /** A pack, or the proof of a single line. */
  readonly file: string
  readonly replay: boolean
  /** The only keys that are trusted: their texts, or base64 of raw ones. None where those of the file are to be taken. */
  readonly keys: readonly string[]
}

/** `tallystick explain` as it was asked for. */
export interface ExplainArguments {
  readonly command: 'explain'
  /** A pack. */
  readonly file: string
  readonly question: Question
  /** As for `verify`. */
  readonly keys: readonly string[]
}

export type Question =
  | { readonly about: 'graph'; readonly format: GraphFormat }
  | { readonly about: 'lineage'; readonly artifact: string }
  | { readonly about: 'impact'; readonly rule: string | undefined }

export const graphFormats = ['json', 'mermaid', 'dot'] as const
export type GraphFormat = (typeof graphFormats)[number]

export type Arguments = ReconcileArguments | VerifyArguments | ExplainArguments | { readonly command: 'help' }

export type ArgumentsResult =
  | { readonly ok: true; readonly value: Arguments }
  | { readonly ok: false; readonly faults: readonly string[] }

export const usage = `usage: tallystick reconcile SOURCE TARGET [--rules FILE] [--mapping FILE] [--out FILE]
                  [--currency CODE] [--encoding NAME]
       tallystick verify FILE [--replay] [--key KEY]...
       tallystick explain PACK --graph [--format json|mermaid|dot] | --lineage ARTIFACT | --impact [RULE]
                  [--key KEY]...
       tallystick help

reconcile: says of every record of two files which one of the other it belongs to, or why it stays open
  SOURCE, TARGET   the two sides, each CSV or NDJSON, which its content tells
  --rules FILE     the rules, JSON; without them the built-in policy default@1
  --mapping FILE   which columns the fields are in, JSON; one for both sides, or { "source": …, "target": … }
  --out FILE       takes the result, one canonical line a match, break or exclusion; - is standard output
  --currency CODE  of records that name none, such as EUR; given twice, that of SOURCE and then that of TARGET
  --encoding NAME  of files that are no UTF-8, such as windows-1250; given twice, as above
  exit code: 0 nothing is open, 1 some records are open, 2 error

verify: checks the evidence of a run, without a network and without trust in the service that made it
  FILE            what GET /runs/{id}/evidence answers with, which its content tells: the pack (?format=zip), or the
                  proof of a single line (?matchId= or ?leaf=), JSON or a C2SP tlog-proof
  --replay        runs the engine again over the records and rules of the pack, and compares the result
  --key KEY       a key that you trust, name+id+base64, or the base64 alone that /.well-known/tallystick-keys lists, as
                  often as there are keys; one of them has to have signed. Without it the keys in FILE are taken, which
                  prove nothing until you have compared them; a tlog-proof has none
  exit code: 0 every check holds, 1 one does not, 2 FILE cannot be read

explain: says how the run of a pack came to its result, once its evidence has been verified
  --graph         what it did, rule by rule, as a graph
  --lineage ART   where something came from and what was made of it: the id of a match, suggestion, break or exclusion,
                  source:ID, target:ID, the id of a dataset, result or receipt
  --impact [RULE] what each rule carried and what would be without it, or the one rule alone
  --key KEY       as above
  exit code: 0 explained, 1 the evidence does not hold, 2 error`

/** Reads what follows `tallystick`; each fault says what was got and what is wanted. */
export function readArguments(words: readonly string[]): ArgumentsResult {
  if (words.includes('--help') || words.includes('-h')) return { ok: true, value: { command: 'help' } }
  const [command, ...rest] = words
  if (command === 'help') return readHelp(rest)
  if (command === 'reconcile') return readReconcile(rest)
  if (command === 'verify') return readVerify(rest)
  if (command === 'explain') return readExplain(rest)
  return { ok: false, faults: [`${got(command)}, wanted a command: reconcile, verify, explain or help`] }
}

function readHelp([surplus]: readonly string[]): ArgumentsResult {
  if (surplus !== undefined) return { ok: false, faults: [`${got(surplus)}, wanted nothing after help`] }
  return { ok: true, value: { command: 'help' } }
}

const file: OptionKind = { value: 'wanted', what: 'a file' }
const fileOptions = ['rules', 'mapping', 'out'] as const
const reconcileOptions = new Map<string, OptionKind>([
  ...fileOptions.map((name) => [name, file] as const),
  ['currency', { value: 'wanted', what: 'a currency code', repeatable: true }],
  ['encoding', { value: 'wanted', what: 'an encoding', repeatable: true }],
])

function readReconcile(words: readonly string[]): ArgumentsResult {
  const { values, paths, faults: found } = readWords(words, reconcileOptions)
  const faults = [...found]
  if (paths.length < 2) faults.push(`Got ${paths.length === 0 ? 'no file' : 'one file'}, wanted SOURCE and TARGET`)
  for (const surplus of paths.slice(2)) faults.push(`${got(surplus)}, wanted nothing after SOURCE and TARGET`)
  const { currency: currencies = [], encoding: encodings = [] } = Object.fromEntries(values)
  for (const [name, { length }] of Object.entries({ currency: currencies, encoding: encodings }))
    if (length > 2)
      faults.push(`--${name} is there ${length} times, wanted once for both sides, or for SOURCE and then for TARGET`)
  const [source, target] = paths
  if (faults.length > 0 || source === undefined || target === undefined) return { ok: false, faults }
  const [rules, mapping, out] = fileOptions.map((name) => values.get(name)?.[0])
  return { ok: true, value: { command: 'reconcile', source, target, rules, mapping, out, currencies, encodings } }
}

const key: OptionKind = { value: 'wanted', what: 'a key, name+id+base64 or base64', repeatable: true }
const verifyOptions = new Map<string, OptionKind>([
  ['replay', { value: 'none', what: 'nothing' }],
  ['key', key],
])

function readVerify(words: readonly string[]): ArgumentsResult {
  const { values, paths, faults: found } = readWords(words, verifyOptions)
  const faults = [...found, ...fileFaults(paths, 'FILE')]
  const [file] = paths
  if (faults.length > 0 || file === undefined) return { ok: false, faults }
  return {
    ok: true,
    value: { command: 'verify', file, replay: values.has('replay'), keys: values.get('key') ?? [] },
  }
}

const explainOptions = new Map<string, OptionKind>([
  ['graph', { value: 'none', what: 'nothing' }],
  ['format', { value: 'wanted', what: `one of ${graphFormats.join(', ')}` }],
  ['lineage', { value: 'wanted', what: 'an artifact' }],
  ['impact', { value: 'perhaps', what: 'a rule' }],
  ['key', key],
])

function readExplain(words: readonly string[]): ArgumentsResult {
  const { values, paths, faults: found } = readWords(words, explainOptions)
  const faults = [...found, ...fileFaults(paths, 'PACK')]
  const format = values.get('format')?.[0] ?? 'json'
  const known = graphFormats.find((each) => each === format)
  if (known === undefined) faults.push(`${got(format)} as --format, wanted one of ${graphFormats.join(', ')}`)
  if (values.has('format') && !values.has('graph')) faults.push('--format is there without --graph')
  const questions = questionsIn(values, known ?? 'json')
  const [question, ...others] = questions
  if (found.length === 0 && (question === undefined || others.length > 0))
    faults.push(
      `Got ${questions.length === 0 ? 'no question' : 'several questions'}, wanted --graph, --lineage or --impact`,
    )
  const [file] = paths
  if (faults.length > 0 || file === undefined || question === undefined) return { ok: false, faults }
  return { ok: true, value: { command: 'explain', file, question, keys: values.get('key') ?? [] } }
}

function questionsIn(values: ReadonlyMap<string, readonly string[]>, format: GraphFormat): readonly Question[] {
  const [artifact] = values.get('lineage') ?? []
  return [
    ...(values.has('graph') ? [{ about: 'graph' as const, format }] : []),
    ...(artifact === undefined ? [] : [{ about: 'lineage' as const, artifact }]),
    ...(values.has('impact') ? [{ about: 'impact' as const, rule: values.get('impact')?.[0] || undefined }] : []),
  ]
}

function fileFaults([path, ...surplus]: readonly string[], name: 'FILE' | 'PACK'): readonly string[] {
  if (path === undefined) return [`Got no file, wanted ${name}`]
  return surplus.map((word) => `${got(word)}, wanted nothing after ${name}`)
}
