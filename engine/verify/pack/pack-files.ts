import { canonicalize } from '../../base/canonical.ts'
import { hasOnlyMembers, orNull } from '../../base/json-shape.ts'
import { linesOf } from '../../base/line-splitter.ts'
import { cutOff, parseOneLine } from '../../base/one-line.ts'
import { type Parsed, parsed, refused } from '../../base/parsed.ts'
import {
  type ConsistencyProof,
  consistencyProofTests,
  type InclusionProof,
  inclusionProofTests,
} from '../../merkle/proofs.ts'

/**
 * The files of an evidence pack, each with its writer beside its reader. A reader takes any value of the right type, so
 * that a changed value fails the check of its link; only a file of another shape makes a pack unreadable.
 */

/** In the order of the zip. */
export const packFileNames = [
  'manifest.json',
  'rules.json',
  'source.ndjson',
  'target.ndjson',
  'result.ndjson',
  'receipts.ndjson',
  'proofs.json',
  'previous-checkpoint.txt',
  'checkpoint.txt',
  'key-periods.txt',
  'keys.txt',
  'README.txt',
] as const
export type PackFileName = (typeof packFileNames)[number]

/** The same with the file that only the pack of an anchored run has, in the order of the zip. */
export const packFileNamesAnchored: readonly (PackFileName | 'anchor.json')[] = packFileNames.flatMap((name) =>
  name === 'keys.txt' ? [name, 'anchor.json' as const] : [name],
)

export interface PackProofs {
  readonly inclusion: InclusionProof
  readonly consistency: ConsistencyProof
  /** The receipt before in the tree of its own checkpoint; null before the first. */
  readonly previous: InclusionProof | null
}

/**
 * `{"consistency":{"from":4,"hashes":[…],"to":5},"inclusion":{…,"index":4,"size":5},"previous":{…,"index":3,"size":4}}`
 * and a newline.
 */
export const formatProofs = ({ inclusion, consistency, previous }: PackProofs): string =>
  `${canonicalize({ inclusion: { ...inclusion }, consistency: { ...consistency }, previous: previous && { ...previous } })}\n`

/** Reads `proofs.json` of a pack. Refuses every text that the service would not write. */
export const parseProofs = (text: string): Parsed<PackProofs> =>
  parseOneLine<PackProofs>(text, 'three proofs', {
    inclusion: hasOnlyMembers(inclusionProofTests),
    consistency: hasOnlyMembers(consistencyProofTests),
    previous: orNull(hasOnlyMembers(inclusionProofTests)),
  })

/** `receipts.ndjson`: the receipt before, if there is one, and the run's own, a line each. */
export const formatReceipts = (previous: string | null, own: string): string =>
  previous === null ? `${own}\n` : `${previous}\n${own}\n`

/** Reads `receipts.ndjson`, whose last line is the run's own receipt. The lines are not parsed. */
export function parseReceipts(text: string): Parsed<{ readonly previous: string | null; readonly own: string }> {
  if (!isWhole(text)) return refused(cutOff)
  const lines = linesOf(text)
  const own = lines.at(-1)
  if (own === undefined || lines.length > 2)
    return refused(`Got ${lines.length} lines, wanted one receipt or two, each a line`)
  return parsed({ previous: lines.at(-2) ?? null, own })
}

/** `key-periods.txt`: the signed notes, with an empty line between two of them. */
export const formatKeyPeriods = (notes: readonly string[]): string => notes.join('\n')

/** Reads `key-periods.txt`: its notes, which are not parsed. */
export function parseKeyPeriods(text: string): Parsed<readonly string[]> {
  if (text === '') return parsed([])
  if (!isWhole(text)) return refused(cutOff)
  const parts = text.slice(0, -1).split('\n\n')
  if (parts.length % 2 === 1) return refused('Got a text that is not signed notes, each with its signatures')
  return parsed(parts.flatMap((part, index) => (index % 2 === 0 ? [`${part}\n\n${parts[index + 1]}\n`] : [])))
}

/** `keys.txt`: a line for each key that signed the checkpoint. */
export const formatKeys = (vkeys: readonly string[]): string => vkeys.map((vkey) => `${vkey}\n`).join('')

/** Reads `keys.txt`: its lines, which are not parsed. */
export const parseKeys = (text: string): Parsed<readonly string[]> =>
  isWhole(text) ? parsed(linesOf(text)) : refused(cutOff)

/** Whether every line of a text ends with a newline. */
const isWhole = (text: string): boolean => text === '' || text.endsWith('\n')
