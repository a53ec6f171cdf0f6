import { canonicalize } from '../../base/canonical.ts'
import {
  isCount,
  isObject,
  isText,
  isTextList,
  memberFault,
  orNull,
  parseShape,
  shapeFault,
  type ValueTest,
} from '../../base/json-shape.ts'
import { type Parsed, parsed, refused } from '../../base/parsed.ts'
import type { ConsistencyProof, InclusionProof } from '../../merkle/proofs.ts'
import type { ManifestClaims, SealedRun } from '../chain/chain.ts'

/**
 * The files of an evidence pack, written and read side by side. What verification has a check for is read with any
 * value, so that a changed one fails that check; only what has lost its shape makes a pack unreadable.
 */

/** In the order in which they stand in the pack. */
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

/** Reads `manifest.json`; `formatManifest` gives back the very same text. */
export const parseManifest = (text: string): Parsed<PackManifest> =>
  parseLine<PackManifest>(text, 'a manifest', {
    engine: isText,
    kind: (value) => value === 'tallystick/pack@1',
    leaves: isCount,
    policy: isText,
    result: isText,
    run: (value) => memberFault(value, runTests) === undefined,
    source: isText,
    target: isText,
  })

const sideTests = { root: isText, recordCount: isCount, totals: isObject }
const isSide: ValueTest = (value) => memberFault(value, sideTests) === undefined

const runTests: { readonly [name in keyof SealedRun]-?: ValueTest } = {
  id: isText,
  status: isText,
  failure: (value) => value !== undefined,
  engineVersion: isText,
  policy: (value) => isObject(value) && isText(value['hash']),
  rules: (value) => Array.isArray(value),
  source: isSide,
  target: isSide,
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

/** Reads `proofs.json`; `formatProofs` gives back the very same text. */
export const parseProofs = (text: string): Parsed<PackProofs> =>
  parseLine<PackProofs>(text, 'two proofs', {
    inclusion: (value) => shapeFault(value, { index: isCount, size: isCount, hashes: isTextList }) === undefined,
    consistency: (value) => shapeFault(value, { from: isCount, to: isCount, hashes: isTextList }) === undefined,
  })

/** The receipt before, if there is one, and the run's own: a line each. */
export const formatReceipts = (previous: string | null, own: string): string =>
  previous === null ? `${own}\n` : `${previous}\n${own}\n`

/** Reads `receipts.ndjson`, whose last line is the run's own; the lines themselves are not read. */
export function parseReceipts(text: string): Parsed<{ readonly previous: string | null; readonly own: string }> {
  const lines = linesOf(text)
  const own = lines.at(-1)
  if (own === undefined || lines.length > 2)
    return refused(`Got ${lines.length} lines, wanted one receipt or two, each a line`)
  if (!text.endsWith('\n')) return refused(cutOff)
  return parsed({ previous: lines.at(-2) ?? null, own })
}

/** A line for each key that signed the checkpoint. */
export const formatKeys = (vkeys: readonly string[]): string => vkeys.map((vkey) => `${vkey}\n`).join('')

/** Reads `keys.txt`: the text of each line, whatever it is. */
export const parseKeys = (text: string): readonly string[] => linesOf(text)

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

const cutOff = 'Got a last line that is cut off, wanted a newline at its end'

const parseLine: typeof parseShape = (text, ...wanted) =>
  text.endsWith('\n') ? parseShape(text.slice(0, -1), ...wanted) : refused(cutOff)
