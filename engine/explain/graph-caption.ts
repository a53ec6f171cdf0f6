import type { GraphNode } from './graph-draft.ts'

type Counts = NonNullable<GraphNode['counts']>

/**
 * All that a node says, line by line: its label, in which control characters are blank, then those of its counts that
 * are not 0, named in words: `left source 3`.
 */
export const detailOf = ({ label, counts = {} }: GraphNode): readonly string[] => [
  blank(label),
  ...Object.entries(counts)
    .filter(([, count]) => count !== 0)
    .map(([name, count]) => `${wordsOf(name)} ${count}`),
]

/**
 * What a drawing writes on a node, one to a dozen short lines, at most 40 characters of a caller's text in one. A pass
 * goes by its number and its rule's id, or its name when the id is only `rule-3`. A count stands where it was made, not
 * again on what made it: `67 matches` on the claims, and the pass tells how many candidates it had.
 */
export function captionOf(node: GraphNode): readonly string[] {
  const [kind = '', number = '', ...rule] = node.id.split(':')
  const { counts = {} } = node
  if (kind === 'pass') return [`${number} · ${titleOf(node, rule.join(':'))}`, ...oneLine(countedOf(counts, ownToPass))]
  if (kind === 'claims') return [countedOf(counts).join(', ') || 'nothing']
  if (kind === 'open') return [`open after ${number}`, `${counts['source']} source, ${counts['target']} target`]
  if (kind === 'policy') return [short(node.label), policyLine(counts)]
  if (kind === 'read' || kind === 'classify') return [node.label]
  const counted = countedOf(counts)
  return [
    short(node.label),
    ...(counted.length === 0 && node.type === 'entity' && node.counts !== undefined ? ['none'] : counted),
  ]
}

const policyLine = ({ rules = 0, enabled = 0 }: Counts): string =>
  [...countedOf({ rules }), ...(enabled === rules ? [] : [`${enabled} enabled`])].join(', ')

/** What neither the claims nor the open records of a pass tell. */
const ownToPass: readonly string[] = ['candidates', 'ambiguous', 'findings']

function titleOf({ label }: GraphNode, rule: string): string {
  const name = label.slice(label.indexOf(': ') + 2)
  return short(/^rule-\d+$/.test(rule) ? name : rule)
}

const countedOf = (counts: Counts, names?: readonly string[]): string[] =>
  Object.entries(counts)
    .filter(([name, count]) => count !== 0 && (names?.includes(name) ?? true))
    .map(([name, count]) => `${count} ${wordsOf((count === 1 && singular[name]) || name)}`)

const singular: { readonly [name: string]: string } = {
  records: 'record',
  rules: 'rule',
  candidates: 'candidate',
  findings: 'finding',
  matches: 'match',
  suggestions: 'suggestion',
  breaks: 'break',
  lines: 'line',
}

const oneLine = (parts: readonly string[]): string[] => (parts.length === 0 ? [] : [parts.join(', ')])

const titleLengthMax = 40

function short(text: string): string {
  const characters = [...blank(text)]
  return characters.length <= titleLengthMax
    ? characters.join('')
    : `${characters.slice(0, titleLengthMax - 1).join('')}…`
}

const blank = (text: string): string => text.replace(/\p{Cc}/gu, ' ')

const wordsOf = (name: string): string =>
  name.replaceAll('_', ' ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
