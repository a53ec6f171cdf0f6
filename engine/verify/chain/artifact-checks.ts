import { textOf, toHex, utf8 } from '../../base/bytes.ts'
import type { JsonValue } from '../../base/canonical.ts'
import type { Sha256 } from '../../base/hasher.ts'
import { isObject, jsonText, parseLine } from '../../base/json-shape.ts'
import type { Side } from '../../record/side.ts'
import { type ArtifactDigest, type ArtifactPart, readArtifact, type TakeLine } from './artifact-reader.ts'
import type { ChainInput } from './chain-input.ts'
import { createRecordTally, type RecordTally } from './record-tally.ts'
import { createResultAudit, type ResultAudit } from './result-audit.ts'
import { type Claim, contradicting, fails, holds, type Verdict } from './verdict.ts'

/** The checks of the datasets, the rules and the result against the hashes that are stored of them. */

/** Hashes, counts and totals, recomputed from the stored bytes of a run; not yet compared with anything. */
export interface ReadArtifacts {
  readonly source: ReadLines
  readonly target: ReadLines
  readonly result: ReadLines
  readonly tallies: { readonly source: RecordTally; readonly target: RecordTally }
  readonly audit: ResultAudit
  /** SHA-256 of the policy's bytes. */
  readonly policy: string
  /** The effective rules in the policy; undefined when it is no canonical JSON of a policy. */
  readonly rules: JsonValue | undefined
}

/** Reads source, target and result, each once and in this order, and the rules. */
export async function readArtifacts(sha256: Sha256, input: ChainInput): Promise<ReadArtifacts> {
  const counts = lineCountsIn(input)
  const tallies = { source: createRecordTally(sha256, 'source'), target: createRecordTally(sha256, 'target') }
  const source = await readUpTo(counts.source, sha256, { parts: input.source, take: tallies.source.take })
  const target = await readUpTo(counts.target, sha256, { parts: input.target, take: tallies.target.take })
  const bytes = typeof input.rules === 'string' ? utf8(input.rules) : input.rules
  const rules = rulesIn(parseLine(textOf(bytes)))
  const audit = createResultAudit(tallies, rules)
  const result = await readUpTo(counts.result, sha256, { parts: input.result, take: audit.take })
  return {
    source,
    target,
    result,
    tallies,
    audit,
    policy: toHex(sha256(bytes)),
    rules,
  }
}

/**
 * How many lines a pack says that its artifacts have: more are not read. The rows of a service are read as they are,
 * since each has its own check.
 */
const lineCountsIn = ({ run, manifest }: ChainInput) => ({
  source: manifest && run.source.recordCount,
  target: manifest && run.target.recordCount,
  result: manifest?.leaves,
})

interface ReadLines extends ArtifactDigest {
  /** Whether there are more lines than wanted; then the rest has not been read. */
  readonly isTooLong: boolean
}

interface ArtifactLines {
  readonly parts: AsyncIterable<ArtifactPart>
  readonly take: TakeLine
}

/** Reads an artifact to its end, or to the part in which there are more than `lineCountMax` lines. */
async function readUpTo(
  lineCountMax: number | undefined,
  sha256: Sha256,
  { parts, take }: ArtifactLines,
): Promise<ReadLines> {
  const max = lineCountMax ?? Number.POSITIVE_INFINITY
  let count = 0
  const digest = await readArtifact(
    sha256,
    partsWhile(parts, () => count <= max),
    (text) => {
      count += 1
      // The lines after the last one that is wanted are counted, and not looked at.
      return count <= max ? take(text) : {}
    },
  )
  return { ...digest, isTooLong: count > max }
}

async function* partsWhile<Part>(parts: AsyncIterable<Part>, isWanted: () => boolean): AsyncGenerator<Part> {
  for await (const part of parts) {
    yield part
    if (!isWanted()) return
  }
}

/** The rules in a policy, which is their list, or an object with reference data beside the list. */
function rulesIn(policy: JsonValue | undefined): JsonValue | undefined {
  if (!isObject(policy)) return policy
  const { rules, ...others } = policy
  return Array.isArray(rules) && Object.keys(others).every((name) => referenceDataNames.has(name)) ? rules : undefined
}

const referenceDataNames: ReadonlySet<string> = new Set(['calendars', 'rates', 'tables'])

/** `sourceRoot` and `targetRoot`: the dataset's lines give the root, the count and the totals that the run pinned. */
export function checkDataset(input: ChainInput, read: ReadArtifacts, side: Side): Verdict {
  const { root, count, fault, isTooLong } = read[side]
  if (isTooLong) return tooLong(input.run[side].recordCount, `The ${side} has more lines than the run’s record counts.`)
  const wrong = contradicting(root, datasetClaims(input, side))
  if (wrong !== undefined) return fails({ expected: wrong.value ?? null, actual: root }, rootDetail(side, wrong))
  for (const { what, claimed, found } of countedClaims(input, read, side)) {
    if (claimed === undefined || jsonText(claimed) === jsonText(found)) continue
    const detail = `The ${what} of the ${side} is not what its lines come to.`
    return fails({ expected: jsonText(found), actual: jsonText(claimed) }, detail)
  }
  if (fault !== undefined) return fails({ expected: null, actual: null }, `The ${side}: ${fault}.`)
  return holds(root, `The ${count} lines of the ${side} give this root.`)
}

interface CountedClaim {
  /** In words. */
  readonly what: string
  readonly claimed: JsonValue | undefined
  readonly found: JsonValue
}

/** The counts and totals that are stored of a dataset, each with the value that its lines give. */
function countedClaims(input: ChainInput, read: ReadArtifacts, side: Side): readonly CountedClaim[] {
  const { count, byteCount } = read[side]
  const totals = read.tallies[side].totals()
  const pinned = input.run[side]
  const dataset = input.datasets?.[side]
  return [
    { what: 'pinned count', claimed: pinned.recordCount, found: count },
    { what: 'pinned control total', claimed: pinned.totals, found: totals },
    { what: 'count', claimed: dataset?.recordCount, found: count },
    { what: 'control total', claimed: dataset?.totals, found: totals },
    { what: 'size in bytes', claimed: dataset?.byteCount, found: byteCount },
    { what: 'period', claimed: dataset?.period, found: read.tallies[side].period() },
  ]
}

/** The places that store the root of a dataset, apart from the receipt. */
export const datasetClaims = ({ run, manifest, datasets }: ChainInput, side: Side): readonly Claim[] => [
  { where: 'the run’s record', value: run[side].root },
  { where: 'the manifest', value: manifest?.[side] },
  { where: 'the dataset’s row', value: datasets?.[side]?.root },
]

const tooLong = (count: number, detail: string): Verdict => fails({ expected: String(count), actual: 'more' }, detail)

const rootDetail = (what: string, { where }: Claim): string =>
  `The lines of the ${what} do not give the root that ${where} names.`

/** `policyHash`: the rules' bytes have the hash that the run names, and the run's record shows the same rules. */
export function checkPolicy(input: ChainInput, { policy, rules }: ReadArtifacts): Verdict {
  const wrong = contradicting(policy, policyClaims(input))
  if (wrong !== undefined)
    return fails(
      { expected: wrong.value ?? null, actual: policy },
      `The rules do not have the hash that ${wrong.where} names.`,
    )
  if (rules === undefined)
    return fails({ expected: null, actual: policy }, 'The rules are not the canonical JSON of a policy.')
  const shown = input.run.rules
  if (shown !== undefined && jsonText(shown) !== jsonText(rules))
    return fails({ expected: jsonText(rules), actual: jsonText(shown) }, 'The run’s record shows other rules.')
  return holds(policy, 'The effective rules, and what they refer to, have this hash.')
}

/** The places that store the policy hash, apart from the receipt. */
export const policyClaims = ({ run, manifest }: ChainInput): readonly Claim[] => [
  { where: 'the run’s record', value: run.policy.hash },
  { where: 'the manifest', value: manifest?.policy },
]

/** `resultRoot`: the result's lines give the root that the run names. */
export function checkResult(input: ChainInput, { result }: ReadArtifacts): Verdict {
  if (result.isTooLong && input.manifest !== undefined)
    return tooLong(input.manifest.leaves, 'The result has more lines than the manifest counts.')
  const wrong = contradicting(result.root, resultClaims(input))
  if (wrong !== undefined)
    return fails({ expected: wrong.value ?? null, actual: result.root }, rootDetail('result', wrong))
  const leaves = input.manifest?.leaves
  if (leaves !== undefined && leaves !== result.count)
    return fails(
      { expected: String(leaves), actual: String(result.count) },
      'The manifest counts other lines of the result.',
    )
  if (result.fault !== undefined) return fails({ expected: null, actual: null }, `The result: ${result.fault}.`)
  return holds(result.root, `The ${result.count} lines of the result give this root.`)
}

/** The places that store the result root, apart from the receipt. */
export const resultClaims = ({ run, manifest }: ChainInput): readonly Claim[] => [
  { where: 'the run’s record', value: run.resultRoot },
  { where: 'the manifest', value: manifest?.result },
]
