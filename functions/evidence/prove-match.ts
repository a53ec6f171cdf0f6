import { type StoredChunk, toHex } from '@tallystick/engine'
import type { Context } from 'hono'
import type { EvidenceProof, EvidenceQuery, ProvenRecord } from '../../schema/evidence.ts'
import type { AppEnv } from '../http/app-env.ts'
import { ProblemError } from '../http/problem.ts'
import { type ItemLine, itemIdOf } from '../results/result-item.ts'
import type { PinnedSide } from '../runs/resolve-adapter.ts'
import { runPath } from '../runs/run-record.ts'
import { datasetChunksOf, resultChunksOf, resultPlacesOf } from '../store/chunks.ts'
import { type MetLine, proveFoundLines } from './find-lines.ts'
import { evidencePath, publicKeysPath } from './manifest.ts'
import { type Sealed, sealedEvidenceOf } from './sealed.ts'

/**
 * One line of a run's result, with the records that it is about, proven up to the checkpoint; no other line is in it.
 * Throws `artifact_not_found`, and `invalid_query` where the records are more than an answer can hold. Goes once through each of the three artifacts, a few chunks at a time.
 */
export async function proveMatch(c: Context<AppEnv>, sealed: Sealed, query: EvidenceQuery): Promise<EvidenceProof> {
  const { db, run } = sealed
  const places = await resultPlacesOf(db, run)
  const [leaf] = await proveFoundLines(resultChunksOf(db, run, places), isAskedFor(query))
  if (leaf === undefined) throw new ProblemError('artifact_not_found')
  const line: ItemLine | OtherLine = JSON.parse(leaf.line)
  const [source, target]: [PinnedSide, PinnedSide] = [JSON.parse(run.source), JSON.parse(run.target)]
  const take = openAllowance(c)
  const recordsOf = (side: PinnedSide, ids: readonly string[]) =>
    proveRecords(take, datasetChunksOf(db, run.tenantId, side.datasetId), ids)
  return {
    kind: 'tallystick/proof@1',
    runId: run.id,
    inputHash: { source: source.root, target: target.root },
    outputHash: run.resultRoot,
    leaf: { id: idOf(line, leaf.leafHash), ...leaf },
    records: {
      source: isItem(line) ? await recordsOf(source, line.source ?? []) : [],
      target: isItem(line) ? await recordsOf(target, line.target ?? []) : [],
    },
    ...(await sealedEvidenceOf(c, sealed)),
    links: {
      self: `${evidencePath(run.id)}?leaf=${leaf.index}`,
      run: runPath(run.id),
      manifest: evidencePath(run.id),
      publicKeys: publicKeysPath,
    },
  }
}

/** The first and the last line, which are about the whole run. */
interface OtherLine {
  readonly kind: 'tallystick/result@1' | 'totals'
}

const prefixes = { match: 'mat', suggestion: 'sug', break: 'brk', excluded: 'exc' } as const

const isItem = (line: ItemLine | OtherLine): line is ItemLine => Object.hasOwn(prefixes, line.kind)

const idOf = (line: ItemLine | OtherLine, hash: string): string | null =>
  isItem(line) ? itemIdOf(prefixes[line.kind], hash) : null

/** By index, or by an id: a prefix for the kind of the line, then the beginning of its leaf hash. */
function isAskedFor({ leaf, matchId }: EvidenceQuery): (met: MetLine) => boolean {
  if (leaf !== undefined) return ({ index }) => index === leaf
  const start = matchId?.slice(matchId.indexOf('_') + 1) ?? ''
  return (met) => {
    const hash = toHex(met.leaf)
    return hash.startsWith(start) && idOf(JSON.parse(met.line), hash) === matchId
  }
}

/** Of the records of one answer, all of which are held at once as objects and as text: a few thousand of them. */
const provenCharacterCountMax = 8_000_000

/** A hash for each level of the tree, and what stands around them. */
const proofCharacterCount = 1_300

/** Takes what another record adds to the answer; throws `invalid_query` beyond what one may hold. */
function openAllowance(c: Context<AppEnv>): (line: string) => void {
  let taken = 0
  return (line) => {
    const added = line.length + proofCharacterCount
    taken += added
    if (taken > provenCharacterCountMax)
      throw new ProblemError('invalid_query', {
        detail: 'This line is about more records than one answer can prove: the pack holds them all.',
      })
    c.var.memory.takeForBody(added)
  }
}

/** The records of these ids in the order of their dataset; none is read for none. */
async function proveRecords(
  take: (line: string) => void,
  chunks: AsyncIterable<StoredChunk>,
  ids: readonly string[],
): Promise<ProvenRecord[]> {
  if (ids.length === 0) return []
  const wanted = new Set(ids)
  const proven = await proveFoundLines(chunks, ({ line }) => {
    const isWanted = wanted.has(JSON.parse(line).id)
    if (isWanted) take(line)
    return isWanted
  })
  return proven.map((each) => ({ ...each, id: JSON.parse(each.line).id, lineNumber: each.index + 1 }))
}
