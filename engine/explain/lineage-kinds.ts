import { toHex, utf8 } from '../base/bytes.ts'
import type { Sha256 } from '../base/hasher.ts'
import { parseReceipt } from '../log/receipt.ts'
import {
  type Backward,
  type ForwardArtifact,
  type Lineage,
  type LineageInput,
  type LineageRun,
  type TracedRecord,
  traceCountMax,
} from './lineage-answer.ts'
import { proveRecords } from './lineage-records.ts'
import { type ResultTrace, traceResult } from './lineage-result.ts'
import { hashOfLine, type ItemLine } from './result-lines.ts'

type Side = 'source' | 'target'
const sides = ['source', 'target'] as const

/** The lineage of a record: its own line, and every line of the result that came of it. Undefined when there is none. */
export async function traceRecord(
  sha256: Sha256,
  { artifact, run, open }: LineageInput,
  record: { readonly side: Side; readonly id: string },
): Promise<Lineage | undefined> {
  const { records, faults } = await backTo(sha256, { run, open }, [{ ...record, role: 'record' }])
  const [own] = records
  if (own === undefined) return undefined
  const trace = await traceResult(sha256, open('result'), { search: { record }, countMax: traceCountMax })
  return {
    artifact: { id: artifact, kind: 'record', hash: own.leafHash, line: JSON.parse(own.bytes), index: own.leafIndex },
    backward: { records, truncated: false, ...originOf(run, [record.side]) },
    ...forwardOf(sha256, run, trace),
    faults: [...faults, ...faultsOf(run, trace)],
  }
}

/** The lineage of a line of the result: the records that it is about, its rule, and the lines that refer to it. */
export async function traceLine(sha256: Sha256, { artifact, run, open }: LineageInput): Promise<Lineage | undefined> {
  const search = { lineId: artifact }
  const trace = await traceResult(sha256, open('result'), { search, countMax: traceCountMax })
  if (trace.found === undefined) return undefined
  const { line, hash, index } = trace.found
  const named = recordsIn(line)
  const { records, faults } = await backTo(sha256, { run, open }, named.slice(0, traceCountMax))
  const ruleId = line.kind === 'break' ? line.failed?.rule : line.rule
  const rule = run.rules.find(({ id }) => id === ruleId)
  const { kind, source, target, ...said } = line
  const evidence = Object.fromEntries(Object.entries(said).filter(([name]) => name !== 'rule'))
  // A break says that the other side has nothing: it comes of both.
  const from = kind === 'excluded' ? sides.filter((side) => line[side] !== undefined) : sides
  return {
    artifact: { id: artifact, kind, hash, line, index },
    backward: {
      records,
      truncated: named.length > traceCountMax,
      ...(rule && { rule }),
      ...(Object.keys(evidence).length > 0 && { evidence }),
      ...originOf(run, from),
    },
    ...forwardOf(sha256, run, trace),
    faults: [...faultsOf(run, trace), ...faults],
  }
}

/** The lineage of a side's dataset, which is where everything begins. */
export function traceDataset(sha256: Sha256, run: LineageRun, side: Side): Lineage {
  return {
    artifact: { id: run[side].datasetId ?? '', kind: 'dataset', hash: run[side].root },
    backward: { records: [], truncated: false, ...originOf(run, [side]) },
    ...forwardOf(sha256, run),
    faults: [],
  }
}

/** The lineage of the result, the receipt or the checkpoint: both datasets behind it, and what closed the run. */
export function traceEnd(sha256: Sha256, run: LineageRun, kind: 'result' | 'receipt' | 'checkpoint'): Lineage {
  const receipt = parseReceipt(run.receipt)
  const { forward, forwardTruncated } = forwardOf(sha256, run)
  const place = forward.findIndex((each) => each.kind === kind)
  return {
    artifact: {
      id: kind,
      kind,
      hash: forward[place]?.hash ?? '',
      ...(kind === 'receipt' && receipt.ok && { line: JSON.parse(run.receipt), index: receipt.value.sequence }),
    },
    backward: { records: [], truncated: false, ...originOf(run, sides) },
    forward: forward.slice(place + 1),
    forwardTruncated,
    faults: receipt.ok ? [] : ['The receipt cannot be read'],
  }
}

interface NamedRecord {
  readonly side: Side
  readonly id: string
  readonly role: TracedRecord['role']
}

/** The records of a line, then those that it names besides, each once. */
function recordsIn(line: ItemLine): NamedRecord[] {
  const own = sides.flatMap((side) => (line[side] ?? []).map((id): NamedRecord => ({ side, id, role: 'record' })))
  const candidates = line.kind === 'break' ? (line.candidates ?? []) : []
  const named = sides.flatMap((side) =>
    candidates.map((each): NamedRecord => ({ side, id: each[side], role: 'candidate' })),
  )
  const seen = new Set<string>()
  return [...own, ...named].filter(({ side, id }) => {
    const key = `${side}:${id}`
    return !seen.has(key) && seen.add(key)
  })
}

/** Reads the datasets that records are named of, and proves those records. */
async function backTo(
  sha256: Sha256,
  { run, open }: Pick<LineageInput, 'run' | 'open'>,
  named: readonly NamedRecord[],
): Promise<{ readonly records: TracedRecord[]; readonly faults: string[] }> {
  const records: TracedRecord[] = []
  const faults: string[] = []
  for (const side of sides) {
    const own = named.filter((each) => each.side === side)
    if (own.length === 0) continue
    const { datasetId, root } = run[side]
    const proven = await proveRecords(sha256, open(side), new Set(own.map(({ id }) => id)))
    if (proven.root !== root) faults.push(`The stored lines of the ${side} have the root ${proven.root}, not ${root}`)
    for (const { id, role } of own) {
      const record = proven.records.get(id)
      if (record === undefined) faults.push(`The ${side} has no record ${id}`)
      else records.push({ side, role, datasetId, root, ...record })
    }
  }
  return { records, faults }
}

const originOf = (run: LineageRun, from: readonly Side[]): Pick<Backward, 'datasets' | 'policy' | 'engine'> => ({
  datasets: from.map((side) => {
    const { datasetId, root, recordCount } = run[side]
    return { side, datasetId, root, recordCount }
  }),
  policy: run.policy,
  engine: run.engine,
})

const faultsOf = ({ resultRoot }: LineageRun, { root }: ResultTrace): string[] =>
  root === resultRoot ? [] : [`The stored lines of the result have the root ${root}, not ${resultRoot}`]

/** The lines that were made from the artifact, then what every part of a run ends in. */
function forwardOf(
  sha256: Sha256,
  run: LineageRun,
  trace?: ResultTrace,
): Pick<Lineage, 'forward' | 'forwardTruncated'> {
  const relation = 'wasDerivedFrom'
  const checkpoint: ForwardArtifact[] =
    run.checkpoint === null
      ? []
      : [{ id: 'checkpoint', kind: 'checkpoint', hash: toHex(sha256(utf8(run.checkpoint))), relation }]
  return {
    forward: [
      ...(trace?.made ?? []),
      { id: 'result', kind: 'result', hash: run.resultRoot, relation },
      { id: 'receipt', kind: 'receipt', hash: hashOfLine(sha256, run.receipt), relation },
      ...checkpoint,
    ],
    forwardTruncated: trace?.truncated ?? false,
  }
}
