import { composeProof, idOfItem, type ProofSource } from '@tallystick/audit/verify/compose-proof'
import { toHex } from '@tallystick/engine/base'
import type { LineAt } from '@tallystick/engine/merkle'
import { createShownIds } from '@tallystick/engine/record'
import type { ResultLine } from '@tallystick/engine/result'
import type { EvidenceProof, EvidenceQuery } from '@tallystick/schema/evidence'
import type { Context } from 'hono'
import { readStored } from '../http/altered.ts'
import type { AppEnv } from '../http/app-env.ts'
import { ProblemError } from '../http/problem.ts'
import { sha256 } from '../platform/hasher.ts'
import { runPath, sidesOf } from '../runs/run-record.ts'
import { resultChunksOf, resultPlacesOf } from '../store/result-chunks.ts'
import { sideChunksOf } from '../store/side-chunks.ts'
import { evidencePath, publicKeysPath } from './manifest.ts'
import { type Sealed, sealedEvidenceOf } from './sealed.ts'

/**
 * The proof of one line of a run's result and of the records that it names, up to the signed checkpoint. The answer
 * holds no other line. Throws `artifact_not_found`, and `invalid_query` when the records are more than an answer may
 * hold. Reads each of the three artifacts once, a few chunks at a time.
 */
export async function proveLine(c: Context<AppEnv>, sealed: Sealed, query: EvidenceQuery): Promise<EvidenceProof> {
  const { db, run } = sealed
  const places = await resultPlacesOf(db, run)
  const { source, target } = sidesOf(run)
  const from: ProofSource = {
    run: { id: run.id, roots: { source: source.root, target: target.root }, resultRoot: run.resultRoot },
    result: resultChunksOf(sealed, run, places),
    records: (side) => sideChunksOf(sealed, run, { side }),
    readLine,
    idIn: (text) => readStored('A line of a dataset', () => JSON.parse(text).id),
    onRecord: openAllowance(c),
    shownIds: run.period === null ? undefined : createShownIds,
    sealed: () => sealedEvidenceOf(c, sealed),
  }
  const proof = await composeProof(sha256, from, isAskedFor(query))
  if (proof === undefined) throw new ProblemError('artifact_not_found')
  const repeat = [...proof.records.source, ...proof.records.target].find(({ id, line }) => id !== from.idIn(line))
  if (repeat !== undefined)
    throw new ProblemError('invalid_query', {
      detail: `The record ${repeat.id} has the id of another record of its side, so that only the pack, which holds them all, proves which one it is.`,
    })
  return {
    ...proof,
    links: {
      self: `${evidencePath(run.id)}?leaf=${proof.leaf.index}`,
      run: runPath(run.id),
      manifest: evidencePath(run.id),
      publicKeys: publicKeysPath,
    },
  }
}

const readLine = (text: string): ResultLine => readStored('A line of the run’s result', () => JSON.parse(text))

/** Whether a line has the index or the id that the query names. */
function isAskedFor({ leaf, matchId }: EvidenceQuery): (line: LineAt) => boolean {
  if (matchId === undefined || leaf !== undefined) return ({ index }) => index === leaf
  // The hash is compared first: parsing every line of a large result would cost more than hashing it.
  const hashStart = matchId.slice(matchId.indexOf('_') + 1)
  return (line) => {
    const leafHash = toHex(line.leaf)
    return leafHash.startsWith(hashStart) && idOfItem(readLine(line.text), leafHash) === matchId
  }
}

/**
 * The most characters of the proven records: a few thousand records, which an answer holds as objects and as text at
 * once.
 */
const provenCharacterCountMax = 8_000_000

/** What a record's proof adds beside its line: a hash for each level of the tree, and member names. */
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
