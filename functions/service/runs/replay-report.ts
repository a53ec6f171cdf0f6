import { utf8 } from '@tallystick/engine/base'
import { compareResults, type ResultDifference } from '@tallystick/engine/explain'
import type { Table } from '@tallystick/engine/record'
import { readArtifact, type StoredChunk } from '@tallystick/engine/verify'
import type { ReplayReport } from '@tallystick/schema/replay'
import { sha256 } from '../platform/hasher.ts'
import type { LineAccess } from '../store/line-access.ts'
import { rawResultChunksOf, rawResultPlacesOf, resultChunksOf, resultPlacesOf } from '../store/result-chunks.ts'
import type { RunRow } from '../store/run-store.ts'

type OpenResult = () => AsyncIterable<string>

export interface RunResult {
  readonly resultRoot: string
  readonly open: OpenResult
  readonly source: Table
}

/**
 * Compares the result of a replay with that of `original`, which has ended. Identical if the roots are equal, and the
 * stored lines of the original have that root. `differences` is null when the replay failed, or the stored lines of the
 * original were altered. Reads the original's result at most twice.
 */
export async function reportReplay(
  access: LineAccess,
  original: RunRow,
  replay: RunResult | undefined,
): Promise<ReplayReport> {
  const [expected, actual] = [original.resultRoot, replay?.resultRoot ?? null]
  const differences = replay === undefined ? null : await compare(access, original, replay)
  return { identical: actual !== null && actual === expected && differences !== null, expected, actual, differences }
}

async function compare(access: LineAccess, original: RunRow, replay: RunResult): Promise<ReplayReport['differences']> {
  const before = await openOriginal(access, original, replay)
  if (before === undefined) return null
  return bounded(await compareResults({ before: before?.() ?? null, after: replay.open(), source: replay.source }))
}

/** The original's result: null when there is none, undefined when the stored lines do not have the sealed root. */
async function openOriginal(
  access: LineAccess,
  original: RunRow,
  replay: RunResult,
): Promise<OpenResult | null | undefined> {
  const { resultRoot } = original
  if (resultRoot === null) return null
  const places = await rawResultPlacesOf(access.db, original)
  const open = () => textsOf(rawResultChunksOf(access, original, places))
  const { root } = await readArtifact(sha256, open(), () => ({}))
  if (root !== resultRoot) return undefined
  return resultRoot === replay.resultRoot ? replay.open : open
}

/** Throws `AlteredLinesError`, now or when the result is read. */
export async function storedResultOf(access: LineAccess, run: RunRow): Promise<OpenResult> {
  const places = await resultPlacesOf(access.db, run)
  return () => textsOf(resultChunksOf(access, run, places))
}

async function* textsOf(chunks: AsyncIterable<StoredChunk>): AsyncGenerator<string> {
  for await (const { text } of chunks) yield text
}

/** The most bytes of each of three lists. The answer, with the run and its rules, is one row of D1: 2,000,000 bytes. */
const listByteCountMax = 300_000

/** Cuts the lists to what an answer may hold: ids may be long, and a match may have many. */
function bounded(difference: ResultDifference): ResultDifference {
  const { newlyMatched, noLongerMatched, rePaired, value, truncated } = difference
  const lists = {
    newlyMatched: fitting(newlyMatched),
    noLongerMatched: fitting(noLongerMatched),
    rePaired: fitting(rePaired),
  }
  const isCut =
    lists.newlyMatched.length < newlyMatched.length ||
    lists.noLongerMatched.length < noLongerMatched.length ||
    lists.rePaired.length < rePaired.length
  return { ...lists, value, truncated: truncated || isCut }
}

function fitting<Entry>(entries: readonly Entry[]): readonly Entry[] {
  let byteCount = 0
  const end = entries.findIndex((entry) => {
    byteCount += utf8(JSON.stringify(entry)).length + 1
    return byteCount > listByteCountMax
  })
  return entries.slice(0, end < 0 ? entries.length : end)
}
