import type { JsonValue } from '../../base/canonical.ts'
import { jsonText } from '../../base/json-shape.ts'
import type { Side } from '../../record/side.ts'
import type { ChainInput } from './chain-input.ts'
import type { ReadArtifacts, ReadDataset } from './read-artifacts.ts'
import { type Claim, contradicting, fails, holds, notProven, type Verdict } from './verdict.ts'

/** The checks `sourceRoot` and `targetRoot`: the dataset's lines give the root, count and totals that the run names. */
export function checkDataset(input: ChainInput, read: ReadDataset, side: Side): Verdict {
  const { root, count, fault } = read.lines
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

/**
 * The checks `sourceRoot` and `targetRoot` of a deleted dataset: there are no lines that could prove the root, but the
 * deletion must name it. Undefined for a side that was not deleted.
 */
export function checkDeleted(input: ChainInput, side: Side): Verdict | undefined {
  const deletion = input.deleted?.[side]
  if (deletion === undefined) return undefined
  const { root, completedAt, sequence } = deletion
  const wrong = contradicting(root ?? 'none', datasetClaims(input, side))
  return wrong === undefined
    ? notProven(`the records of the ${side} were deleted at ${completedAt}, as entry ${sequence} of the log says.`)
    : fails(
        { expected: wrong.value ?? null, actual: root },
        `The deletion of the ${side} names another root than ${wrong.where}.`,
      )
}

interface CountedClaim {
  readonly what: string
  readonly claimed: JsonValue | undefined
  readonly found: JsonValue
}

function countedClaims(input: ChainInput, { lines, tally }: ReadDataset, side: Side): readonly CountedClaim[] {
  const { count, byteCount } = lines
  const totals = tally.totals()
  const pinned = input.run[side]
  const dataset = input.datasets?.[side]
  return [
    { what: 'pinned count', claimed: pinned.recordCount, found: count },
    { what: 'pinned control total', claimed: pinned.totals, found: totals },
    { what: 'count', claimed: dataset?.recordCount, found: count },
    { what: 'control total', claimed: dataset?.totals, found: totals },
    { what: 'size in bytes', claimed: dataset?.byteCount, found: byteCount },
    { what: 'period', claimed: dataset?.period, found: tally.period() },
  ]
}

export const datasetClaims = ({ run, manifest, datasets }: ChainInput, side: Side): readonly Claim[] => [
  { where: 'the run’s record', value: run[side].root },
  { where: 'the manifest', value: manifest?.[side] },
  { where: 'the dataset’s row', value: datasets?.[side]?.root },
]

const rootDetail = (what: string, { where }: Claim): string =>
  `The lines of the ${what} do not give the root that ${where} names.`

/**
 * The check `policyHash`: the rules' bytes have the hash that the run names, and the run's record shows the same rules.
 */
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

export const policyClaims = ({ run, manifest }: ChainInput): readonly Claim[] => [
  { where: 'the run’s record', value: run.policy.hash },
  { where: 'the manifest', value: manifest?.policy },
]

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

export const resultClaims = ({ run, manifest }: ChainInput): readonly Claim[] => [
  { where: 'the run’s record', value: run.resultRoot },
  { where: 'the manifest', value: manifest?.result },
]
