import { at, canonicalize, type JsonValue, utf8 } from '@tallystick/engine/base'
import { formatTlogProof, parseVkey } from '@tallystick/engine/log'
import type { EvidenceProof, ProvenLine } from '../../../schema/evidence.ts'
import { leafHashOf } from '../../engine/support/lines.ts'
import { naiveTree } from '../../engine/support/naive-merkle.ts'
import type { StoredRun } from '../../engine/support/sealed.ts'
import { sha256 } from '../../engine/support/sha256.ts'

/** The proof of one line of a stored run, as the service answers with it; nothing of its proofs is of the engine. */
export function proofOf(stored: StoredRun, index: number): EvidenceProof {
  const { run, sequence, previous, previousInclusion } = stored
  const leaf = provenAt(linesOf(stored.result), index)
  const { kind, source = [], target = [] } = JSON.parse(leaf.line)
  const prefix = idPrefixes.get(kind)
  const isItem = prefix !== undefined
  return {
    kind: 'tallystick/proof@2',
    runId: run.id,
    inputHash: { source: run.source.root, target: run.target.root },
    outputHash: run.resultRoot ?? '',
    leaf: { id: isItem ? `${prefix}_${leaf.leafHash.slice(0, 26)}` : null, ...leaf },
    records: {
      source: isItem ? recordsIn(linesOf(stored.source), source) : [],
      target: isItem ? recordsIn(linesOf(stored.target), target) : [],
    },
    receipt: JSON.parse(stored.receipt?.line ?? ''),
    receiptHash: stored.receipt?.leafHash ?? '',
    inclusion: { index: sequence, size: sequence + 1, hashes: [...stored.inclusion] },
    consistency: { from: sequence, to: sequence + 1, hashes: [...stored.consistency] },
    previous: previous && {
      receipt: previous.line,
      receiptHash: previous.leafHash,
      inclusion: { index: sequence - 1, size: sequence, hashes: [...(previousInclusion ?? [])] },
      checkpoint: stored.previousCheckpoint,
    },
    checkpoint: stored.checkpoint,
    keys: stored.keys.map((vkey) => ({ ...namesIn(vkey), vkey })),
    links: {
      self: `/api/v1/runs/${run.id}/evidence?leaf=${index}`,
      run: `/api/v1/runs/${run.id}`,
      manifest: `/api/v1/runs/${run.id}/evidence`,
      publicKeys: '/.well-known/tallystick-keys',
    },
  }
}

/** The prefixes of ids by the kind of the line; other kinds have no id. */
const idPrefixes = new Map([
  ['match', 'mat'],
  ['suggestion', 'sug'],
  ['break', 'brk'],
  ['excluded', 'exc'],
])

/** The same as the C2SP tlog-proof that the service answers with; of the receipt alone when `isOfLine` is false. */
export function tlogProofOf(proof: EvidenceProof, isOfLine = true): string {
  const { runId, receipt, leaf, records, inclusion, checkpoint } = proof
  const extra: JsonValue = JSON.parse(
    JSON.stringify(
      isOfLine
        ? { kind: proof.kind, runId, receipt, leaf, records }
        : { kind: 'tallystick/evidence@2', runId, receipt },
    ),
  )
  return formatTlogProof({ ...inclusion, checkpoint: checkpoint ?? '', extra: utf8(canonicalize(extra)) })
}

/** The lines of a stored artifact. */
export const linesOf = (chunks: StoredRun['result']): readonly string[] =>
  chunks
    .map(({ text }) => text)
    .join('')
    .split('\n')
    .slice(0, -1)

function provenAt(lines: readonly string[], index: number): ProvenLine {
  const line = at(lines, index)
  const leaves = lines.map((each) => Buffer.from(leafHashOf(each), 'hex'))
  const hashes = naiveTree(leaves)
    .inclusion(index, [0, lines.length])
    .map((hash) => hash.toString('hex'))
  return { index, line, leafHash: leafHashOf(line), inclusion: { index, size: lines.length, hashes } }
}

function recordsIn(lines: readonly string[], ids: readonly string[]): EvidenceProof['records']['source'] {
  return lines.flatMap((line, index) => {
    const { id } = JSON.parse(line)
    return ids.includes(id) ? [{ id, lineNumber: index + 1, ...provenAt(lines, index) }] : []
  })
}

function namesIn(vkey: string): { readonly name: string; readonly keyId: string } {
  const key = parseVkey(sha256, vkey)
  if (!key.ok) throw new Error(key.detail)
  return { name: key.value.name, keyId: key.value.keyId }
}
