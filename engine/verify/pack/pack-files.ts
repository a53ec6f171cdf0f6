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
 * The files of an evidence pack, each writer beside its reader. A reader accepts any value of the right type, so that a
 * changed value fails the check of its link; only a file of another shape makes a pack unreadable.
 */

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

/** The files of the pack of an anchored run, with `anchor.json`. */
export const packFileNamesAnchored: readonly (PackFileName | 'anchor.json')[] = packFileNames.flatMap((name) =>
  name === 'keys.txt' ? [name, 'anchor.json' as const] : [name],
)

/** The files that only the pack of a period's run may have. */
export const instructedFileNames = ['instructions.ndjson'] as const

interface PackProofs {
  readonly inclusion: InclusionProof
  readonly consistency: ConsistencyProof
  /** Null for the first receipt. */
  readonly previous: InclusionProof | null
}

/**
 * `{"consistency":{"from":4,"hashes":[…],"to":5},"inclusion":{…,"index":4,"size":5},"previous":{…,"index":3,"size":4}}`
 * and a newline.
 */
export const formatProofs = ({ inclusion, consistency, previous }: PackProofs): string =>
  `${canonicalize({ inclusion: { ...inclusion }, consistency: { ...consistency }, previous: previous && { ...previous } })}\n`

/** Refuses every text that the service would not write. */
export const parseProofs = (text: string): Parsed<PackProofs> =>
  parseOneLine<PackProofs>(text, 'three proofs', {
    inclusion: hasOnlyMembers(inclusionProofTests),
    consistency: hasOnlyMembers(consistencyProofTests),
    previous: orNull(hasOnlyMembers(inclusionProofTests)),
  })

/** The receipts of a pack: the previous one, if there is one, and then the run's own. */
export const formatReceipts = (previous: string | null, own: string): string =>
  previous === null ? `${own}\n` : `${previous}\n${own}\n`

export function parseReceipts(text: string): Parsed<{ readonly previous: string | null; readonly own: string }> {
  if (!isWhole(text)) return refused(cutOff)
  const lines = linesOf(text)
  const own = lines.at(-1)
  if (own === undefined || lines.length > 2)
    return refused(`Got ${lines.length} lines, wanted one receipt or two, each a line`)
  return parsed({ previous: lines.at(-2) ?? null, own })
}

/** Joins the notes with an empty line between two of them. */
export const formatKeyPeriods = (notes: readonly string[]): string => notes.join('\n')

/** Splits the text into notes, which are not parsed. */
export function parseKeyPeriods(text: string): Parsed<readonly string[]> {
  if (text === '') return parsed([])
  if (!isWhole(text)) return refused(cutOff)
  const parts = text.slice(0, -1).split('\n\n')
  if (parts.length % 2 === 1) return refused('Got a text that is not signed notes, each with its signatures')
  return parsed(parts.flatMap((part, index) => (index % 2 === 0 ? [`${part}\n\n${parts[index + 1]}\n`] : [])))
}

export const formatKeys = (vkeys: readonly string[]): string => vkeys.map((vkey) => `${vkey}\n`).join('')

export const parseKeys = (text: string): Parsed<readonly string[]> =>
  isWhole(text) ? parsed(linesOf(text)) : refused(cutOff)

/** The lines of the instructions, which are not parsed. */
export const formatInstructions = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')

export const parseInstructions = (text: string): Parsed<readonly string[]> =>
  isWhole(text) ? parsed(linesOf(text)) : refused(cutOff)

const isWhole = (text: string): boolean => text === '' || text.endsWith('\n')
