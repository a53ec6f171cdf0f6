import { textOf, toHex, utf8 } from '../../base/bytes.ts'
import type { JsonValue } from '../../base/canonical.ts'
import type { Sha256 } from '../../base/hasher.ts'
import { jsonText, parseLine } from '../../base/json-shape.ts'
import { type ArtifactDigest, readArtifact } from './artifact-reader.ts'
import type { ChainInput, Verdict } from './chain.ts'
import { createSideLedger, type SideLedger } from './record-tally.ts'
import { createResultAudit, type ResultAudit } from './result-audit.ts'
import { type Claim, contradicting, fails, holds } from './verdict.ts'

/** What the stored bytes of a run come to: recomputed, nothing of it compared yet. */
export interface ReadArtifacts {
  readonly source: ArtifactDigest
  readonly target: ArtifactDigest
  readonly result: ArtifactDigest
  readonly ledgers: { readonly source: SideLedger; readonly target: SideLedger }
  readonly audit: ResultAudit
  /** SHA-256 of the rules' bytes, and the rules where those are canonical JSON. */
  readonly policy: string
  readonly rules: JsonValue | undefined
}

/** Reads the three artifacts, each once and in this order, and the rules. */
export async function readArtifacts(sha256: Sha256, input: ChainInput): Promise<ReadArtifacts> {
  const ledgers = { source: createSideLedger('source'), target: createSideLedger('target') }
  const source = await readArtifact(sha256, input.source, ledgers.source.take)
  const target = await readArtifact(sha256, input.target, ledgers.target.take)
  const audit = createResultAudit(ledgers)
  const result = await readArtifact(sha256, input.result, audit.take)
  const rules = typeof input.rules === 'string' ? utf8(input.rules) : input.rules
  return { source, target, result, ledgers, audit, policy: toHex(sha256(rules)), rules: parseLine(textOf(rules)) }
}

/** `sourceRoot` and `targetRoot`: the dataset's lines give the root, the count and the totals that were pinned. */
export function checkSide(input: ChainInput, read: ReadArtifacts, side: 'source' | 'target'): Verdict {
  const { root, count, fault } = read[side]
  const wrong = contradicting(root, sideClaims(input, side))
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
  readonly what: string
  readonly claimed: JsonValue | undefined
  readonly found: JsonValue
}

/** What is stored of a dataset beside its root, and what its lines come to. */
function countedClaims(input: ChainInput, read: ReadArtifacts, side: 'source' | 'target'): readonly CountedClaim[] {
  const { count, byteCount } = read[side]
  const totals = read.ledgers[side].totals()
  const pinned = input.run[side]
  const dataset = input.datasets?.[side]
  return [
    { what: 'pinned count', claimed: pinned.recordCount, found: count },
    { what: 'pinned control total', claimed: pinned.totals, found: totals },
    { what: 'count', claimed: dataset?.recordCount, found: count },
    { what: 'control total', claimed: dataset?.totals, found: totals },
    { what: 'size in bytes', claimed: dataset?.byteCount, found: byteCount },
    { what: 'period', claimed: dataset?.period, found: read.ledgers[side].period() },
  ]
}

/** Where the root of a side is stored, beside the receipt. */
export const sideClaims = ({ run, manifest, datasets }: ChainInput, side: 'source' | 'target'): readonly Claim[] => [
  { where: 'the run’s record', value: run[side].root },
  { where: 'the manifest', value: manifest?.[side] },
  { where: 'the dataset’s row', value: datasets?.[side]?.root },
]

const rootDetail = (what: string, { where }: Claim): string =>
  `The lines of the ${what} do not give the root that ${where} names.`

/** `policyHash`: the rules' bytes have the hash that the run names, and are the rules that it shows. */
export function checkPolicy(input: ChainInput, { policy, rules }: ReadArtifacts): Verdict {
  const wrong = contradicting(policy, policyClaims(input))
  if (wrong !== undefined)
    return fails(
      { expected: wrong.value ?? null, actual: policy },
      `The rules do not have the hash that ${wrong.where} names.`,
    )
  if (rules === undefined) return fails({ expected: null, actual: policy }, 'The rules are not canonical JSON.')
  const shown = input.run.rules
  if (shown !== undefined && jsonText(shown) !== jsonText(rules))
    return fails({ expected: jsonText(rules), actual: jsonText(shown) }, 'The run’s record shows other rules.')
  return holds(policy, 'The effective rules have this hash.')
}

/** Where the policy hash is stored, beside the receipt. */
export const policyClaims = ({ run, manifest }: ChainInput): readonly Claim[] => [
  { where: 'the run’s record', value: run.policy.hash },
  { where: 'the manifest', value: manifest?.policy },
]

/** `resultRoot`: the result's lines give the root that the run names. */
export function checkResult(input: ChainInput, { result }: ReadArtifacts): Verdict {
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

/** Where the result root is stored, beside the receipt. */
export const resultClaims = ({ run, manifest }: ChainInput): readonly Claim[] => [
  { where: 'the run’s record', value: run.resultRoot },
  { where: 'the manifest', value: manifest?.result },
]
