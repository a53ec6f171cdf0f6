import { at } from '../base/at.ts'
import type { Sha256 } from '../base/hasher.ts'
import { parseReceipt } from '../log/receipt.ts'
import { type Side, sides } from '../record/side.ts'
import { idsOfSide } from '../result/line.ts'
import { type Lineage, type LineageInput, type LineageRun, type TracedRecord, traceCountMax } from './lineage-answer.ts'
import { inputsOf, recordsIn, traceBackward } from './lineage-backward.ts'
import { lastArtifacts, type ResultTrace, traceForward } from './lineage-forward.ts'
import { needsSurvey, plainSurvey, type ResultSurvey, surveyResult } from './result-survey.ts'

const linePattern = /^(mat|sug|brk|exc|net)_[0-9a-f]{26}$/

export const artifactForms =
  'the id of a match (mat_…), suggestion (sug_…), break (brk_…), exclusion (exc_…) or netted line (net_…); source:<record id> or target:<record id>; the id of a dataset of the run; result, its root or its aud_ id; receipt; checkpoint, where the run has one'

/**
 * Where an artifact of a run came from, down to lines of its datasets with their inclusion proofs, and what was made
 * from it. Undefined where the run has no such artifact. Reads a dataset and the result at most twice, in bounded
 * memory.
 */
export async function traceLineage(sha256: Sha256, input: LineageInput): Promise<Lineage | undefined> {
  const { artifact, run } = input
  const sideOfRecord = sides.find((side) => artifact.startsWith(`${side}:`))
  if (sideOfRecord !== undefined) return traceRecord(sha256, input, sideOfRecord)
  if (linePattern.test(artifact)) return traceLine(sha256, input)
  const sideOfDataset = sides.find((side) => artifact === run[side].datasetId)
  if (sideOfDataset !== undefined) return traceDataset(sha256, input, sideOfDataset)
  if (artifact === 'receipt') return traceEnd(sha256, run, 'receipt')
  if (artifact === 'checkpoint' && run.checkpoint !== null) return traceEnd(sha256, run, 'checkpoint')
  const namesOfResult = ['result', run.resultRoot, `aud_${run.resultRoot.slice(0, 26)}`]
  return namesOfResult.includes(artifact) ? traceEnd(sha256, run, 'result') : undefined
}

async function traceRecord(sha256: Sha256, input: LineageInput, side: Side): Promise<Lineage | undefined> {
  const { artifact, run, open } = input
  const id = artifact.slice(side.length + 1)
  const { records, faults } = await traceBackward(sha256, input, [{ side, id, role: 'record' }])
  const [record] = records
  if (record === undefined) return undefined
  const search = { record: { side, id } }
  const survey = needsSurvey(run) ? await surveyResult(sha256, open('result'), search) : plainSurvey
  const made = record.residual === undefined ? madeOfRecord(record, artifact) : madeByMatch(survey, artifact)
  if (made === undefined) return undefined
  const trace = await traceForward(sha256, open('result'), { ...search, survey, rules: run.rules })
  const rule = run.rules.find((each) => each.id === survey.maker?.line.rule)
  return {
    artifact: made,
    backward: {
      records,
      truncated: false,
      ...(record.residual !== undefined && rule && { rule, evidence: { residual: survey.maker?.line.residual } }),
      ...inputsOf(run, [side]),
    },
    forward: [...trace.made, ...lastArtifacts(sha256, run)],
    forwardTruncated: trace.truncated,
    faults: [...faults, ...rootFaults(run, trace)],
  }
}

const madeOfRecord = ({ leafHash, leafIndex, bytes }: TracedRecord, id: string): Lineage['artifact'] => ({
  ...{ id, kind: 'record', hash: leafHash, line: JSON.parse(bytes), index: leafIndex },
})

/** A residual has no line of its own: it is answered with the match that left it. */
const madeByMatch = ({ maker }: ResultSurvey, id: string): Lineage['artifact'] | undefined =>
  maker && { id, kind: 'residual', ...maker }

async function traceLine(sha256: Sha256, input: LineageInput): Promise<Lineage | undefined> {
  const { artifact, run, open } = input
  const search = { lineId: artifact }
  const survey = needsSurvey(run) ? await surveyResult(sha256, open('result'), search) : plainSurvey
  const trace = await traceForward(sha256, open('result'), { ...search, survey, rules: run.rules })
  if (trace.found === undefined) return undefined
  const { line, hash, index } = trace.found
  const named = recordsIn(line, run.rules)
  const { records, faults } = await traceBackward(sha256, input, named.slice(0, traceCountMax))
  const ruleId = line.kind === 'break' ? line.failed?.rule : line.rule
  const rule = run.rules.find(({ id }) => id === ruleId)
  const { kind } = line
  const evidence = Object.fromEntries(Object.entries(line).filter(([name]) => !namesRecords.has(name)))
  // A break depends on both datasets, as the other side has no record for it.
  const isOfOneSide = kind === 'excluded' || kind === 'netted'
  const from = isOfOneSide ? sides.filter((side) => idsOfSide(line, side).length > 0) : sides
  return {
    artifact: { id: artifact, kind, hash, line, index },
    backward: {
      records,
      truncated: named.length > traceCountMax,
      ...(rule && { rule }),
      ...(Object.keys(evidence).length > 0 && { evidence }),
      ...inputsOf(run, from),
    },
    forward: [...trace.made, ...lastArtifacts(sha256, run)],
    forwardTruncated: trace.truncated,
    faults: [...rootFaults(run, trace), ...faults],
  }
}

/** The members of a line that are not evidence: kind, rule and records. */
const namesRecords = new Set(['kind', 'rule', 'source', 'target', 'side', 'records'])

const rootFaults = ({ resultRoot }: LineageRun, { root }: ResultTrace): string[] =>
  root === resultRoot ? [] : [`The stored lines of the result have the root ${root}, not ${resultRoot}`]

function traceDataset(sha256: Sha256, { artifact, run }: LineageInput, side: Side): Lineage {
  return {
    artifact: { id: artifact, kind: 'dataset', hash: run[side].root },
    backward: { records: [], truncated: false, ...inputsOf(run, [side]) },
    forward: lastArtifacts(sha256, run),
    forwardTruncated: false,
    faults: [],
  }
}

function traceEnd(sha256: Sha256, run: LineageRun, kind: 'result' | 'receipt' | 'checkpoint'): Lineage {
  const receipt = parseReceipt(run.receipt)
  const ends = lastArtifacts(sha256, run)
  const place = ends.findIndex((each) => each.kind === kind)
  return {
    artifact: {
      id: kind,
      kind,
      hash: at(ends, place).hash,
      ...(kind === 'receipt' && receipt.ok && { line: JSON.parse(run.receipt), index: receipt.value.sequence }),
    },
    backward: { records: [], truncated: false, ...inputsOf(run, sides) },
    forward: ends.slice(place + 1),
    forwardTruncated: false,
    faults: receipt.ok ? [] : ['The receipt cannot be read'],
  }
}
