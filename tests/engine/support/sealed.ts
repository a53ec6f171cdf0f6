import { toHex, utf8 } from '../../../engine/base/bytes.ts'
import type { JsonValue } from '../../../engine/base/canonical.ts'
import { engineVersion } from '../../../engine/base/version.ts'
import { createDatasetWriter } from '../../../engine/intake/dataset/dataset-writer.ts'
import { createFaultLog } from '../../../engine/intake/rows/row-fault.ts'
import { originOf, signCheckpoint } from '../../../engine/log/checkpoint.ts'
import type { LogState, ReceiptFields, SealedReceipt } from '../../../engine/log/receipt.ts'
import { formatVkey, verifierKeyOf } from '../../../engine/log/verifier-key.ts'
import { createFrontier, rootOfLines } from '../../../engine/merkle/frontier.ts'
import { leafHash } from '../../../engine/merkle/tree.ts'
import type { ReconcileResult } from '../../../engine/reconcile.ts'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { Table } from '../../../engine/record/table.ts'
import { createTableBuilder } from '../../../engine/record/table-builder.ts'
import { canonicalPolicy, policyHash } from '../../../engine/rules/canonical-policy.ts'
import type { CompiledPolicy } from '../../../engine/rules/compiled-policy.ts'
import type { ReferenceDataInput, RuleInput, RuleSetInput } from '../../../engine/rules/language/written-form.ts'
import type { StoredChunk } from '../../../engine/verify/chain/artifact-reader.ts'
import type { ChainInput, DatasetClaims, SealedRun, StoredReceipt } from '../../../engine/verify/chain/chain-input.ts'
import { type ChainReport, verifyProofChain } from '../../../engine/verify/verify-proof-chain.ts'
import { signerOf, verifySignature } from './ed25519.ts'
import { periodsOf } from './key-periods.ts'
import { logAround } from './log-around.ts'
import { inForm } from './reconcile-case.ts'
import { policyOf } from './run.ts'
import { type InstructionsOf, runCase } from './sealed-period.ts'
import { sha256, sha256Hex } from './sha256.ts'

/** What is stored of a sealed run, row by row, as plain data that a test can change anywhere. */
export interface StoredRun {
  readonly run: SealedRun
  readonly tenant: string
  /** The receipt's key in its table. */
  readonly sequence: number
  readonly source: readonly StoredChunk[]
  readonly target: readonly StoredChunk[]
  readonly result: readonly StoredChunk[]
  readonly datasets: { readonly source: DatasetClaims; readonly target: DatasetClaims }
  readonly rules: string
  /** The lines of the instructions of a period's run. */
  readonly instructions?: readonly string[]
  readonly receipt: Required<StoredReceipt> | null
  readonly previous: Required<StoredReceipt> | null
  readonly inclusion: readonly string[]
  /** Of the receipt before in the tree of its own checkpoint. */
  readonly previousInclusion: readonly string[] | null
  readonly consistency: readonly string[]
  readonly checkpoint: string | null
  readonly previousCheckpoint: string | null
  /** Notes on the periods of the keys. */
  readonly periods: readonly string[]
  readonly keys: readonly string[]
  readonly log: { readonly state: LogState; readonly later: readonly string[] }
}

export interface SealedCase {
  readonly source: readonly CanonicalRecord[]
  readonly target: readonly CanonicalRecord[]
  readonly rules: RuleSetInput | readonly RuleInput[]
  readonly referenceData?: ReferenceDataInput
  /** How many receipts are in the log before this run's; 2 when left out. */
  readonly sequence?: number
  /** How many follow; 3 when left out. */
  readonly laterCount?: number
  readonly chunkBytesMax?: number
  /** Places of the log that a deletion has in place of a receipt. */
  readonly deletionsAt?: readonly number[]
  /** The run that this one replays; one of the same tenant when left out. */
  readonly replayOf?: string | null
  /** What decisions ask: the case is then run as a period's, with one dataset a side. */
  readonly instructions?: InstructionsOf
  /** What a dishonest operator seals in the place of what was reconciled. */
  readonly forge?: Forgery
}

/** Changes of the lines of an artifact, before its root is taken. */
export interface Forgery {
  readonly source?: (lines: string[]) => string[]
  readonly target?: (lines: string[]) => string[]
  readonly result?: (lines: string[]) => string[]
  /** The version of the engine that the run's record and its receipt name. */
  readonly engine?: string
}

export const tenantHash = sha256Hex(Buffer.from('ten_test'))
export const origin = originOf('log.example.com', tenantHash)
const signers = [signerOf(1), signerOf(2)]
/** The second key has signed since the day before the run; the first one until the day after it. */
const periods = await periodsOf([signerOf(1), '2026-01-01'], [signerOf(2), '2026-11-19', '2026-11-21'])

/** Reconciles a case and seals it as the service does, in the middle of a tenant's log. */
export async function seal({
  sequence = 2,
  laterCount = 3,
  deletionsAt = [],
  ...each
}: SealedCase): Promise<StoredRun> {
  const policy = policyOf({
    ...inForm(each.rules),
    ...(each.referenceData && { referenceData: each.referenceData }),
  })
  const chunkBytesMax = each.chunkBytesMax ?? 400
  const given = { source: storeDataset(each.source, chunkBytesMax), target: storeDataset(each.target, chunkBytesMax) }
  const sides = {
    source: forgeDataset(given.source, each.forge?.source),
    target: forgeDataset(given.target, each.forge?.target),
  }
  const { outcome, instructions } = runCase({
    ...each,
    tables: {
      source: { table: tableIn(given.source.chunks, policy), root: sides.source.claims.root },
      target: { table: tableIn(given.target.chunks, policy), root: sides.target.claims.root },
    },
    policy,
    chunkBytesMax,
  })
  const result = forgeResult(outcome, each.forge?.result)
  const run = {
    ...runOf(result, { policy, sides, sequence }),
    engineVersion: each.forge?.engine ?? engineVersion,
    ...(each.replayOf !== undefined && { replayOf: each.replayOf }),
  }
  const place = { sequence, count: sequence + 1 + laterCount, deletionsAt }
  const receipts = logAround(receiptOf(run, result.leafCount, instructions), place)
  const [before, own, newest] = [receipts[sequence - 1], receipts[sequence], receipts.at(-1)]
  if (own === undefined || newest === undefined) throw new Error('A log of a test is too short')
  const checkpoint = await checkpointOf(own)
  return {
    run: { ...run, checkpoint },
    tenant: tenantHash,
    sequence,
    source: sides.source.chunks,
    target: sides.target.chunks,
    result: result.chunks,
    datasets: { source: sides.source.claims, target: sides.target.claims },
    rules: canonicalPolicy(policy),
    ...(instructions && { instructions }),
    receipt: { line: own.line, leafHash: own.leafHash },
    previous: before ? { line: before.line, leafHash: before.leafHash } : null,
    inclusion: own.inclusion,
    previousInclusion: before ? before.inclusion : null,
    consistency: own.consistency,
    checkpoint,
    // The keys rotated between the two: only the first signed the one before.
    previousCheckpoint: before ? await checkpointOf(before, signers.slice(0, 1)) : null,
    periods,
    keys: signers.map(({ publicKey }) => formatVkey(verifierKeyOf(sha256, origin, publicKey))),
    log: { state: newest.log, later: receipts.slice(sequence + 1).map(({ leafHash }) => leafHash) },
  }
}

/** What the verifier is given of a stored run. */
export function inputOf(stored: StoredRun): ChainInput {
  const { source, target, result, sequence, inclusion, consistency, previousInclusion, previousCheckpoint, ...rest } =
    stored
  return {
    ...rest,
    source: streamOf(source),
    target: streamOf(target),
    result: streamOf(result),
    inclusion: { index: sequence, size: sequence + 1, hashes: inclusion },
    consistency: { from: sequence, to: sequence + 1, hashes: consistency },
    ...(previousInclusion && {
      previousInclusion: { index: sequence - 1, size: sequence, hashes: previousInclusion },
    }),
    ...(sequence > 0 && { previousCheckpoint }),
  }
}

/** Verifies what is stored. */
export const verifyStored = (stored: StoredRun): Promise<ChainReport> =>
  verifyProofChain({ sha256, verify: verifySignature }, inputOf(stored))

/** The names of the checks that failed, and why. */
export const failuresOf = ({ checks }: ChainReport): string[] =>
  checks.filter(({ passed }) => !passed).map(({ name, detail }) => `${name}: ${detail}`)

/** Values, one after the other. */
export async function* streamOf<Value>(values: Iterable<Value>): AsyncGenerator<Value> {
  yield* values
}

interface StoredDataset {
  readonly chunks: StoredChunk[]
  readonly claims: DatasetClaims
}

function storeDataset(records: readonly CanonicalRecord[], chunkBytesMax: number): StoredDataset {
  const writer = createDatasetWriter({ sha256, chunkByteCountMax: chunkBytesMax, faults: createFaultLog() })
  for (const [index, record] of records.entries()) writer.take({ ...record }, index + 1)
  const { chunks, summary } = writer.end()
  const { warnings: _, ...claims } = summary
  return {
    claims,
    chunks: chunks.map(({ firstLine: first, bytes: _, idHashes: _i, idEntries: _e, leafHashes: _l, ...rest }) => ({
      ...rest,
      first,
    })),
  }
}

function forgeDataset(dataset: StoredDataset, forge: ((lines: string[]) => string[]) | undefined): StoredDataset {
  if (forge === undefined) return dataset
  const { chunk, root, count, byteCount } = forgeLines(dataset.chunks, forge)
  return { chunks: [chunk], claims: { ...dataset.claims, root, byteCount, recordCount: count } }
}

interface StoredResult {
  readonly chunks: readonly StoredChunk[]
  readonly resultRoot: string
  readonly leafCount: number
  readonly summary: ReconcileResult['summary']
}

function forgeResult(outcome: ReconcileResult, forge: ((lines: string[]) => string[]) | undefined): StoredResult {
  const chunks = outcome.chunks.map(({ firstLeaf, counts, bytes: _, ...chunk }) => ({
    ...chunk,
    first: firstLeaf,
    counts: JSON.stringify(counts),
  }))
  if (forge === undefined) return { ...outcome, chunks }
  const { chunk, root, count } = forgeLines(chunks, forge)
  return { chunks: [chunk], resultRoot: root, leafCount: count, summary: outcome.summary }
}

function forgeLines(chunks: readonly StoredChunk[], forge: (lines: string[]) => string[]) {
  const text = chunks.map((chunk) => chunk.text).join('')
  const lines = forge(text.split('\n').slice(0, -1))
  const frontier = createFrontier(sha256)
  for (const line of lines) frontier.append(leafHash(sha256, utf8(line)))
  const chunk: StoredChunk = { seq: 0, first: 0, count: lines.length, text: lines.map((line) => `${line}\n`).join('') }
  return { chunk, root: toHex(frontier.root()), count: lines.length, byteCount: utf8(chunk.text).length }
}

function tableIn(chunks: readonly StoredChunk[], policy: CompiledPolicy): Table {
  const builder = createTableBuilder(policy.attributePaths)
  for (const { text } of chunks) builder.addLines(text)
  return builder.finish()
}

interface RunParts {
  readonly policy: CompiledPolicy
  readonly sides: { readonly source: StoredDataset; readonly target: StoredDataset }
  readonly sequence: number
}

function runOf(outcome: StoredResult, { policy, sides, sequence }: RunParts): SealedRun {
  const pin = ({ claims: { root, recordCount, totals } }: StoredDataset) => ({ root, recordCount, totals })
  return {
    id: 'run_01kabcdefghjkmnpqrstvwxyz0',
    status: 'completed',
    failure: null,
    engineVersion,
    policy: { hash: policyHash(policy, sha256) },
    rules: plain(policy.rules),
    source: pin(sides.source),
    target: pin(sides.target),
    resultRoot: outcome.resultRoot,
    summary: plain(outcome.summary),
    checkpoint: null,
    replayOf: 'run_01kabcdefghjkmnpqrstvwxyy9',
    sequence,
    createdAt: '2026-11-20T10:00:00.000Z',
    completedAt: '2026-11-20T10:00:01.250Z',
  }
}

function receiptOf(run: SealedRun, leaves: number, instructions: readonly string[] | undefined): ReceiptFields {
  return {
    ...(instructions && { period: 'prd_test', instructions: rootOfLines(sha256, instructions) }),
    actor: 'key_test',
    build: 'b1'.repeat(32),
    completedAt: run.completedAt ?? '',
    createdAt: run.createdAt,
    engine: run.engineVersion,
    leaves,
    policy: run.policy.hash,
    received: { source: null, target: null },
    replayOf: run.replayOf,
    result: run.resultRoot ?? '',
    run: run.id,
    source: run.source.root,
    target: run.target.root,
    tenant: tenantHash,
  }
}

const checkpointOf = ({ log: { size, root } }: SealedReceipt, by = signers): Promise<string> =>
  signCheckpoint(sha256, { origin, size, root }, by)

/** A value as JSON carries it. */
const plain = (value: unknown): JsonValue => JSON.parse(JSON.stringify(value))
