import { evidenceFileFaults, keyOption } from '../evidence/evidence-options.ts'
import { type ArgumentsResult, got, type OptionKind, readOptions } from '../options.ts'

export interface ExplainArguments {
  readonly command: 'explain'
  readonly file: string
  readonly question: Question
  readonly keys: readonly string[]
}

export type Question =
  | { readonly about: 'graph'; readonly format: GraphFormat }
  | { readonly about: 'lineage'; readonly artifact: string }
  | { readonly about: 'impact'; readonly rule: string | undefined }
  | { readonly about: 'changes'; readonly breakId: string }

const graphFormats = ['json', 'mermaid', 'dot'] as const
export type GraphFormat = (typeof graphFormats)[number]

const kinds = new Map<string, OptionKind>([
  ['graph', { value: 'none', what: 'nothing' }],
  ['format', { value: 'wanted', what: `one of ${graphFormats.join(', ')}` }],
  ['lineage', { value: 'wanted', what: 'an artifact' }],
  ['impact', { value: 'optional', what: 'a rule' }],
  ['changes', { value: 'wanted', what: 'the id of a break' }],
  ['key', keyOption],
])

export function readExplainArguments(words: readonly string[]): ArgumentsResult<ExplainArguments> {
  const { values, paths, faults: optionFaults } = readOptions(words, kinds)
  const faults = [...optionFaults, ...evidenceFileFaults(paths, 'PACK')]
  const name = values.get('format')?.[0]
  const format = name === undefined ? 'json' : graphFormats.find((each) => each === name)
  if (format === undefined) faults.push(`${got(name)} as --format, wanted one of ${graphFormats.join(', ')}`)
  if (values.has('format') && !values.has('graph')) faults.push('--format is there without --graph')
  const questions = questionsIn(values, format ?? 'json')
  const [question, ...others] = questions
  if (optionFaults.length === 0 && (question === undefined || others.length > 0))
    faults.push(
      `Got ${questions.length === 0 ? 'no question' : 'several questions'}, wanted --graph, --lineage, --impact or --changes`,
    )
  const [file] = paths
  if (faults.length > 0 || file === undefined || question === undefined) return { ok: false, faults }
  return { ok: true, value: { command: 'explain', file, question, keys: values.get('key') ?? [] } }
}

function questionsIn(values: ReadonlyMap<string, readonly string[]>, format: GraphFormat): readonly Question[] {
  const artifact = values.get('lineage')?.[0]
  const breakId = values.get('changes')?.[0]
  return [
    ...(values.has('graph') ? [{ about: 'graph' as const, format }] : []),
    ...(artifact === undefined ? [] : [{ about: 'lineage' as const, artifact }]),
    // `--impact` without a value has empty text here: it asks about all rules.
    ...(values.has('impact') ? [{ about: 'impact' as const, rule: values.get('impact')?.[0] || undefined }] : []),
    ...(breakId === undefined ? [] : [{ about: 'changes' as const, breakId }]),
  ]
}
