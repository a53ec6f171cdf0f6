import { at } from '../base/at.ts'
import type { GraphEdge, GraphNode } from './graph-builder.ts'

/** Texts and colours of a drawing of the graph, for Mermaid and DOT. */

/** How a node looks. `finding` is an entity that holds lines of the result. */
export type NodeLook = GraphNode['type'] | 'finding'

export const nodeColours: { readonly [look in NodeLook]: { readonly fill: string; readonly border: string } } = {
  entity: { fill: '#ffffff', border: '#606060' },
  finding: { fill: '#fbf0d9', border: '#8a7444' },
  activity: { fill: '#d3e3f1', border: '#34618c' },
  agent: { fill: '#eeeeee', border: '#808080' },
}

export const lookOf = ({ id, type }: GraphNode): NodeLook =>
  /^(claims|breaks|excluded|netted|result)$/.test(idPrefixOf(id)) ? 'finding' : type

/** `pass:1:rule-1` → `pass`, `policy` → `policy` */
export const idPrefixOf = (id: string): string => id.replace(/:.*/s, '')

/** How strongly edges are drawn, strongest first. */
export const tones = ['step', 'derived', 'closing', 'shared'] as const

export type Tone = (typeof tones)[number]

export const toneColours: { readonly [tone in Tone]: string } = {
  step: '#202020',
  derived: '#707070',
  closing: '#8c8c8c',
  shared: '#c4c4c4',
}

/**
 * `step`: what a step used and made. `derived`: derivations, which follow from the steps. `closing`: from the last
 * steps of a run back to its datasets and to the claims of every pass. `shared`: to the policy, engine and tenant.
 */
export function toneOf({ from, to, relation }: GraphEdge): Tone {
  if (/^(engine|policy|tenant)$/.test(to)) return 'shared'
  if (/^(classify|excluded|netted|result|seal) (claims|dataset)$/.test(`${idPrefixOf(from)} ${idPrefixOf(to)}`))
    return 'closing'
  return relation === 'wasDerivedFrom' ? 'derived' : 'step'
}

type Counts = NonNullable<GraphNode['counts']>

/**
 * The full text of a node: its label with control characters blanked, then each count that is not 0, as `left source
 * 3`.
 */
export const detailsOf = ({ label, counts = {} }: GraphNode): readonly string[] => [
  blankControls(label),
  ...Object.entries(counts)
    .filter(([, count]) => count !== 0)
    .map(([name, count]) => `${wordsOf(name)} ${count}`),
]

/**
 * The short text on a node: up to a dozen lines, each with at most 40 characters of a caller's text. A pass is named by
 * its number and its rule's id, or by the rule's name where the id is just `rule-3`. Each count stands on one node
 * only: the claims of a pass say `67 matches`, the pass says `3 candidates`.
 */
export function captionOf(node: GraphNode): readonly string[] {
  const { id, type, label, counts = {} } = node
  switch (idPrefixOf(id)) {
    case 'pass':
      return [passTitle(node), ...joined(countsIn(counts, ['candidates', 'ambiguous', 'findings']))]
    case 'claims':
      return [countsIn(counts).join(', ') || 'nothing']
    case 'open':
      return [`open after ${numberIn(id)}`, `${counts['source']} source, ${counts['target']} target`]
    case 'policy':
      return [shorten(label), [...countsIn(counts, ['rules']), ...disabledNote(counts)].join(', ')]
    case 'read':
    case 'classify':
      return [label]
    default: {
      const counted = countsIn(counts)
      const isEmpty = type === 'entity' && node.counts !== undefined && counted.length === 0
      return [shorten(label), ...(isEmpty ? ['none'] : counted)]
    }
  }
}

const numberIn = (id: string): string => at(id.split(':'), 1)

function passTitle({ id, label }: GraphNode): string {
  const rule = id.split(':').slice(2).join(':')
  const name = label.slice(label.indexOf(': ') + 2)
  return `${numberIn(id)} · ${shorten(/^rule-\d+$/.test(rule) ? name : rule)}`
}

const disabledNote = ({ rules, enabled }: Counts): string[] => (enabled === rules ? [] : [`${enabled} enabled`])

/** The counts of `names`, or all counts, that are not 0, as `1 match`. */
const countsIn = (counts: Counts, names?: readonly string[]): string[] =>
  Object.entries(counts)
    .filter(([name, count]) => count !== 0 && (names?.includes(name) ?? true))
    .map(([name, count]) => `${count} ${wordsOf((count === 1 && singulars.get(name)) || name)}`)

const singulars = new Map([
  ['records', 'record'],
  ['rules', 'rule'],
  ['candidates', 'candidate'],
  ['findings', 'finding'],
  ['matches', 'match'],
  ['suggestions', 'suggestion'],
  ['breaks', 'break'],
  ['lines', 'line'],
])

const joined = (parts: readonly string[]): string[] => (parts.length === 0 ? [] : [parts.join(', ')])

const titleLengthMax = 40

function shorten(text: string): string {
  const characters = [...blankControls(text)]
  return characters.length <= titleLengthMax
    ? characters.join('')
    : `${characters.slice(0, titleLengthMax - 1).join('')}…`
}

const blankControls = (text: string): string => text.replace(/\p{Cc}/gu, ' ')

const wordsOf = (name: string): string =>
  name.replaceAll('_', ' ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
