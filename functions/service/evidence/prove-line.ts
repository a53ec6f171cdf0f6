import { toHex } from '@tallystick/engine/base'
import { type LineAt, proveLines } from '@tallystick/engine/merkle'
import { proveRecords } from '@tallystick/engine/record'
import { idOfLine, idsOfSide, isNamedKind } from '@tallystick/engine/result'
import type { EvidenceProof, EvidenceQuery } from '@tallystick/schema/evidence'
import type { Context } from 'hono'
import { readStored } from '../http/altered.ts'
import type { AppEnv } from '../http/app-env.ts'
import { ProblemError } from '../http/problem.ts'
import { sha256 } from '../platform/hasher.ts'
import type { ItemLine } from '../results/result-item.ts'
import type { PinnedSide } from '../runs/resolve-adapter.ts'
import { runPath, sidesOf } from '../runs/run-record.ts'
import { datasetChunksOf } from '../store/chunks.ts'
import { resultChunksOf, resultPlacesOf } from '../store/result-chunks.ts'
import { evidencePath, publicKeysPath } from './manifest.ts'
import { type Sealed, sealedEvidenceOf } from './sealed.ts'

/**
 * The proof of one line of a run's result and of the records that it names, up to the signed checkpoint. The answer holds
 * no other line. Throws `artifact_not_found`, and `invalid_query` when the records are more than an answer may hold.
 * Reads each of the three artifacts once, a few chunks at a time.
 */
export async function proveLine(c: Context<AppEnv>, sealed: Sealed, query: EvidenceQuery): Promise<EvidenceProof> {
  const { db, run } = sealed
  const places = await resultPlacesOf(db, run)
  const { lines } = await proveLines(sha256, resultChunksOf(sealed, run, places), isAskedFor(query))
  const [leaf] = lines.map(shownLine)
  if (leaf === undefined) throw new ProblemError('artifact_not_found')
  const line = lineIn(leaf.line)
  const { source, target } = sidesOf(run)
  const takeMemory = openAllowance(c)
  const recordsOf = async (side: PinnedSide, ids: readonly string[]) => {
    const chunks = datasetChunksOf(sealed, run.tenantId, side)
    return (await proveRecords(sha256, chunks, { ids, idIn: recordIdIn, onLine: takeMemory })).map(shownLine)
  }
  return {
    kind: 'tallystick/proof@2',
    runId: run.id,
    inputHash: { source: source.root, target: target.root },
    outputHash: run.resultRoot,
    leaf: { id: idOf(line, leaf.leafHash), ...leaf },
    records: {
      source: isItem(line) ? await recordsOf(source, idsOfSide(line, 'source')) : [],
      target: isItem(line) ? await recordsOf(target, idsOfSide(line, 'target')) : [],
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

/** The first and the last line of a result: they are about the whole run and have no id. */
interface RunLine {
  readonly kind: 'tallystick/result@1' | 'totals'
}

function lineIn(text: string): ItemLine | RunLine {
  return readStored('A line of the run’s result', () => JSON.parse(text))
}

/** The id of the record in a line of a dataset. */
const recordIdIn = (text: string): string => readStored('A line of a dataset', () => JSON.parse(text).id)

const isItem = (line: ItemLine | RunLine): line is ItemLine => isNamedKind(line.kind)

const idOf = (line: ItemLine | RunLine, leafHash: string): string | null =>
  isItem(line) ? idOfLine(line.kind, leafHash) : null

/** A line as answers have it. */
const shownLine = <Line extends Proven>(line: Line) => ({
  ...line,
  inclusion: { ...line.inclusion, hashes: [...line.inclusion.hashes] },
})

type Proven = Awaited<ReturnType<typeof proveLines>>['lines'][number]

/** Selects the line of the index or the id that the query names. */
function isAskedFor({ leaf, matchId }: EvidenceQuery): (line: LineAt) => boolean {
  if (matchId === undefined || leaf !== undefined) return ({ index }) => index === leaf
  // The hash is compared first: parsing every line of a large result would cost more than hashing it.
  const hashStart = matchId.slice(matchId.indexOf('_') + 1)
  return (line) => {
    const leafHash = toHex(line.leaf)
    return leafHash.startsWith(hashStart) && idOf(lineIn(line.text), leafHash) === matchId
  }
}

/** An answer holds its records as objects and as text at once; this is the bound for a few thousand records. */
const provenCharacterCountMax = 8_000_000

/** What a record's proof adds to the answer beside its line: a hash for each level of the tree, and their member names. */
const proofCharacterCount = 1_300

/** Reserves memory for the line of each further record; throws `invalid_query` when the answer would grow too large. */
function openAllowance(c: Context<AppEnv>): (line: string) => void {
  let characterCount = 0
  return (line) => {
    const added = line.length + proofCharacterCount
    characterCount += added
    if (characterCount > provenCharacterCountMax)
      throw new ProblemError('invalid_query', {
        detail: 'This line is about more records than one answer can prove: the pack holds them all.',
      })
    c.var.memory.takeAtOnce(added)
  }
}
