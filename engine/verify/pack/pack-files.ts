import { canonicalize } from '../../base/canonical.ts'
import {
  hasMembers,
  hasOnlyMembers,
  isCount,
  isObject,
  isText,
  orNull,
  parseShape,
  type ValueTest,
} from '../../base/json-shape.ts'
import { linesOf } from '../../base/line-splitter.ts'
import { type Parsed, parsed, refused } from '../../base/parsed.ts'
import {
  type ConsistencyProof,
  consistencyProofTests,
  type InclusionProof,
  inclusionProofTests,
} from '../../merkle/proofs.ts'
import type { ManifestClaims, SealedRun } from '../chain/chain-input.ts'

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
  'checkpoint.txt',
  'keys.txt',
  'README.txt',
] as const
export type PackFileName = (typeof packFileNames)[number]

export interface PackManifest extends ManifestClaims {
  readonly kind: 'tallystick/pack@1'
  /** The run's record as the API shows it. */
  readonly run: SealedRun
}

/** `{"engine":"1","kind":"tallystick/pack@1","leaves":17,…}` and a newline. */
export const formatManifest = (manifest: PackManifest): string =>
  `${canonicalize(JSON.parse(JSON.stringify(manifest)))}\n`

/** Reads `manifest.json`. Refuses every text that `formatManifest` would not write. */
export const parseManifest = (text: string): Parsed<PackManifest> =>
  parseOneLine<PackManifest>(text, 'a manifest', {
    engine: isText,
    kind: (value) => value === 'tallystick/pack@1',
    leaves: isCount,
    policy: isText,
    result: isText,
    run: hasMembers(runTests),
    source: isText,
    target: isText,
  })

const isPinnedSide = hasMembers({ root: isText, recordCount: isCount, totals: isObject })

const runTests: { readonly [name in keyof SealedRun]-?: ValueTest } = {
  id: isText,
  status: isText,
  failure: (value) => value !== undefined,
  engineVersion: isText,
  policy: hasMembers({ hash: isText }),
  rules: (value) => Array.isArray(value),
  source: isPinnedSide,
  target: isPinnedSide,
  resultRoot: orNull(isText),
  summary: (value) => value !== undefined,
  checkpoint: orNull(isText),
  replayOf: orNull(isText),
  sequence: orNull(isCount),
  createdAt: isText,
  completedAt: orNull(isText),
}

export interface PackProofs {
  readonly inclusion: InclusionProof
  readonly consistency: ConsistencyProof
}

/** `{"consistency":{"from":4,"hashes":[…],"to":5},"inclusion":{"hashes":[…],"index":4,"size":5}}` and a newline. */
export const formatProofs = ({ inclusion, consistency }: PackProofs): string =>
  `${canonicalize({ inclusion: { ...inclusion }, consistency: { ...consistency } })}\n`

/** Reads `proofs.json`. Refuses every text that `formatProofs` would not write. */
export const parseProofs = (text: string): Parsed<PackProofs> =>
  parseOneLine<PackProofs>(text, 'two proofs', {
    inclusion: hasOnlyMembers(inclusionProofTests),
    consistency: hasOnlyMembers(consistencyProofTests),
  })

/** `receipts.ndjson`: the receipt before, if there is one, and the run's own, a line each. */
export const formatReceipts = (previous: string | null, own: string): string =>
  previous === null ? `${own}\n` : `${previous}\n${own}\n`

/** Reads `receipts.ndjson`, whose last line is the run's own receipt. The lines are not parsed. */
export function parseReceipts(text: string): Parsed<{ readonly previous: string | null; readonly own: string }> {
  const lines = allLinesOf(text)
  const own = lines.at(-1)
  if (own === undefined || lines.length > 2)
    return refused(`Got ${lines.length} lines, wanted one receipt or two, each a line`)
  if (!text.endsWith('\n')) return refused(cutOff)
  return parsed({ previous: lines.at(-2) ?? null, own })
}

/** `keys.txt`: a line for each key that signed the checkpoint. */
export const formatKeys = (vkeys: readonly string[]): string => vkeys.map((vkey) => `${vkey}\n`).join('')

/** Reads `keys.txt`: its lines, which are not parsed. */
export const parseKeys = (text: string): readonly string[] => allLinesOf(text)

/** The lines of `text`; characters after the last newline count as a line. */
const allLinesOf = (text: string): readonly string[] => linesOf(text === '' || text.endsWith('\n') ? text : `${text}\n`)

const cutOff = 'Got a last line that is cut off, wanted a newline at its end'

/** Reads a file of one line. */
const parseOneLine: typeof parseShape = (text, ...wanted) =>
  text.endsWith('\n') ? parseShape(text.slice(0, -1), ...wanted) : refused(cutOff)
