import type { ChainCheckName } from '../../../engine/verify/verify-proof-chain.ts'

/**
 * A change of a sealed run's stored rows, with the check that names it. In the SQL, `:tenant`, `:source`, `:target`
 * (datasets), `:run`, `:before` and `:after` (runs) stand for ids, `:zeros` for a hash of zeros, `:foreign`
 * for the checkpoint of another tenant’s log of the same size.
 */
export interface Change {
  readonly what: string
  readonly sql: readonly string[]
  readonly broken: ChainCheckName
  /** What becomes of the pack: it fails offline at `broken`, is refused, or is sound, as it holds no rows. */
  readonly pack: 'broken' | 'refused' | 'sound'
}

const change = (broken: ChainCheckName, what: string, ...sql: readonly string[]): Change => ({
  what,
  sql,
  broken,
  pack: 'broken',
})

const inLines = (broken: ChainCheckName, what: string, ...sql: readonly string[]): Change => ({
  ...change(broken, what, ...sql),
  pack: 'refused',
})

const inRows = (broken: ChainCheckName, what: string, ...sql: readonly string[]): Change => ({
  ...change(broken, what, ...sql),
  pack: 'sound',
})

const source = 'WHERE tenant_id = :tenant AND dataset_id = :source'
const target = 'WHERE tenant_id = :tenant AND dataset_id = :target'
const run = 'WHERE tenant_id = :tenant AND run_id = :run'
const before = 'WHERE tenant_id = :tenant AND run_id = :before'
const after = 'WHERE tenant_id = :tenant AND run_id = :after'
const datasetRow = 'WHERE tenant_id = :tenant AND id ='
const runRow = 'WHERE tenant_id = :tenant AND id = :run'
const log = 'WHERE tenant_id = :tenant'

/** Exchanges the rows numbered 0 and 1 of what `where` names. */
const swap = (table: string, where: string): readonly string[] => [
  `UPDATE ${table} SET seq = -1 ${where} AND seq = 0`,
  `UPDATE ${table} SET seq = 0 ${where} AND seq = 1`,
  `UPDATE ${table} SET seq = 1 ${where} AND seq = -1`,
]

const ofDatasets: readonly Change[] = [
  inLines(
    'sourceRoot',
    'a source record',
    `UPDATE dataset_chunks SET text = replace(text, 'INV-7', 'INV-1') ${source}`,
  ),
  inLines('targetRoot', 'a target record', `UPDATE dataset_chunks SET text = replace(text, '7.07', '7.08') ${target}`),
  inRows('sourceRoot', 'a chunk’s first line', `UPDATE dataset_chunks SET first_line = 3 ${source} AND seq = 1`),
  inRows('targetRoot', 'a chunk’s count', `UPDATE dataset_chunks SET count = count + 1 ${target} AND seq = 0`),
  inRows('sourceRoot', 'a chunk’s least id', `UPDATE dataset_chunks SET id_min = 's0' ${source} AND seq = 0`),
  inRows('targetRoot', 'a chunk’s greatest id', `UPDATE dataset_chunks SET id_max = 't9' ${target} AND seq = 1`),
  inLines('sourceRoot', 'the order of two chunks of the source', ...swap('dataset_chunks', source)),
  inLines('targetRoot', 'the last chunk of the target, dropped', `DELETE FROM dataset_chunks ${target} AND seq = 1`),
  inRows('sourceRoot', 'the root of the source’s row', `UPDATE datasets SET root = upper(root) ${datasetRow} :source`),
  inRows('targetRoot', 'the count of the target’s row', `UPDATE datasets SET record_count = 4 ${datasetRow} :target`),
  inRows('sourceRoot', 'the size of the source’s row', `UPDATE datasets SET byte_count = 1 ${datasetRow} :source`),
  inRows('targetRoot', 'the totals of the target’s row', `UPDATE datasets SET totals = '{}' ${datasetRow} :target`),
  inRows('sourceRoot', 'the period of the source’s row', `UPDATE datasets SET period_to = NULL ${datasetRow} :source`),
  inRows('targetRoot', 'the target’s row, unsealed', `UPDATE datasets SET state = 'receiving' ${datasetRow} :target`),
  inRows('sourceRoot', 'the source’s row, dropped', `DELETE FROM datasets ${datasetRow} :source`),
  change('sourceRoot', 'the pinned root', `UPDATE runs SET source = json_set(source, '$.root', 'x') ${runRow}`),
  inLines('targetRoot', 'the pinned count', `UPDATE runs SET target = json_set(target, '$.recordCount', 4) ${runRow}`),
  change('sourceRoot', 'the pinned totals', `UPDATE runs SET source = json_remove(source, '$.totals.EUR') ${runRow}`),
  change(
    'targetRoot',
    'the pinned dataset',
    `UPDATE runs SET target = json_set(target, '$.datasetId', null) ${runRow}`,
  ),
  inRows('targetRoot', 'the pinned side, no JSON any more', `UPDATE runs SET target = 'x' || target ${runRow}`),
]

const ofRun: readonly Change[] = [
  change('policyHash', 'a rule', `UPDATE runs SET rules = replace(rules, 'near', 'nier') ${runRow}`),
  change('policyHash', 'a space among the rules', `UPDATE runs SET rules = rules || ' ' ${runRow}`),
  change('policyHash', 'the policy hash', `UPDATE runs SET policy_hash = upper(policy_hash) ${runRow}`),
  inLines('resultRoot', 'the header', `UPDATE result_chunks SET text = ' ' || text ${run} AND view = 'header'`),
  inLines(
    'resultRoot',
    'a match',
    `UPDATE result_chunks SET text = replace(text, 's1', 's2') ${run} AND view = 'matches'`,
  ),
  inLines('resultRoot', 'a break', `UPDATE result_chunks SET text = replace(text, '0.07', '0.0') ${run}`),
  inLines(
    'resultRoot',
    'the totals',
    `UPDATE result_chunks SET text = replace(text, '12', '13') ${run} AND view = 'totals'`,
  ),
  inRows('resultRoot', 'the counts of a chunk', `UPDATE result_chunks SET counts = '{}' ${run} AND view = 'matches'`),
  inLines('resultRoot', 'the lines of a chunk', `UPDATE result_chunks SET count = 2 ${run} AND view = 'totals'`),
  inRows('resultRoot', 'a chunk’s first leaf', `UPDATE result_chunks SET first_leaf = 9 ${run} AND view = 'breaks'`),
  inLines('resultRoot', 'a chunk’s view', `UPDATE result_chunks SET view = 'other' ${run} AND view = 'excluded'`),
  inLines('resultRoot', 'the order of two chunks', ...swap('result_chunks', `${run} AND view = 'matches'`)),
  inLines('resultRoot', 'the last chunk, dropped', `DELETE FROM result_chunks ${run} AND view = 'totals'`),
  inLines('resultRoot', 'a chunk in the middle, dropped', `DELETE FROM result_chunks ${run} AND view = 'breaks'`),
  inLines('resultRoot', 'the attempt', `UPDATE runs SET attempt = attempt + 1 ${runRow}`),
  change('resultRoot', 'the result root', `UPDATE runs SET result_root = upper(result_root) ${runRow}`),
  inLines('completeness', 'the summary', `UPDATE runs SET summary = json_set(summary, '$.matchCount', 3) ${runRow}`),
  inRows('completeness', 'the summary, no JSON any more', `UPDATE runs SET summary = '{' ${runRow}`),
  change('receiptHash', 'the engine', `UPDATE runs SET engine_version = '9' ${runRow}`),
  change('receiptHash', 'the time of creation', `UPDATE runs SET created_at = created_at + 1 ${runRow}`),
  inRows(
    'receiptHash',
    'a time of completion that is none',
    `UPDATE runs SET completed_at = 9007199254740991 ${runRow}`,
  ),
  change('receiptHash', 'the time of completion', `UPDATE runs SET completed_at = completed_at + 1 ${runRow}`),
  inRows('receiptHash', 'who made it', `UPDATE runs SET created_by = 'x' || created_by ${runRow}`),
  inRows('receiptHash', 'the file of the source', `UPDATE datasets SET received = NULL ${datasetRow} :source`),
  inRows('receiptHash', 'the file of the target', `UPDATE datasets SET received = '{' ${datasetRow} :target`),
  change('receiptHash', 'what it replays', `UPDATE runs SET replay_of = 'run_x' ${runRow}`),
  change('receiptHash', 'the sequence', `UPDATE runs SET sequence = 7 ${runRow}`),
]

const ofLog: readonly Change[] = [
  change(
    'receiptHash',
    'the receipt',
    `UPDATE receipts SET line = replace(line, '"sequence":1', '"sequence":0') ${run}`,
  ),
  inRows('receiptHash', 'the receipt’s leaf hash', `UPDATE receipts SET leaf_hash = upper(leaf_hash) ${run}`),
  inLines(
    'receiptHash',
    'the receipts of two runs, swapped',
    `UPDATE receipts SET run_id = 'x' ${run}`,
    `UPDATE receipts SET run_id = :run ${after}`,
    `UPDATE receipts SET run_id = :after WHERE tenant_id = :tenant AND run_id = 'x'`,
  ),
  change(
    'previousReceipt',
    'the receipt before',
    `UPDATE receipts SET line = replace(line, 'engine', 'Engine') ${before}`,
  ),
  inRows('previousReceipt', 'its leaf hash', `UPDATE receipts SET leaf_hash = upper(leaf_hash) ${before}`),
  change('previousReceipt', 'the receipt before, dropped', `DELETE FROM receipts ${before}`),
  change('logInclusion', 'the inclusion proof', `UPDATE receipts SET inclusion = '[]' ${run}`),
  inRows('logInclusion', 'the inclusion proof, no JSON any more', `UPDATE receipts SET inclusion = '' ${run}`),
  change(
    'logInclusion',
    'an old checkpoint in place of its own',
    `UPDATE receipts SET checkpoint = (SELECT checkpoint FROM receipts ${before}) ${run}`,
  ),
  change(
    'logInclusion',
    'a later checkpoint in place of its own',
    `UPDATE receipts SET checkpoint = (SELECT checkpoint FROM receipts ${after}) ${run}`,
  ),
  inRows('logInclusion', 'the row of the log, dropped', `DELETE FROM tenant_logs ${log}`),
  inRows('receiptHash', 'the status', `UPDATE runs SET status = 'failed' ${runRow}`),
  change('logConsistency', 'the consistency proof', `UPDATE receipts SET consistency = '[]' ${run}`),
  inRows(
    'logConsistency',
    'the checkpoint before',
    `UPDATE receipts SET checkpoint = replace(checkpoint, '1', '2') ${before}`,
  ),
  inRows('logConsistency', 'the checkpoint before, dropped', `UPDATE receipts SET checkpoint = NULL ${before}`),
  inRows('logConsistency', 'a later receipt’s leaf hash', `UPDATE receipts SET leaf_hash = :zeros ${after}`),
  inRows('logConsistency', 'a later receipt, dropped', `DELETE FROM receipts ${after}`),
  inRows('logConsistency', 'the size of the log', `UPDATE tenant_logs SET size = size + 1 ${log}`),
  inRows('logConsistency', 'the frontier', `UPDATE tenant_logs SET frontier = '[]' ${log}`),
  inRows('logConsistency', 'the root of the log', `UPDATE tenant_logs SET root = upper(root) ${log}`),
  inRows('logConsistency', 'the newest leaf hash', `UPDATE tenant_logs SET previous = :zeros ${log}`),
  change(
    'checkpointSignature',
    'the checkpoint',
    `UPDATE receipts SET checkpoint = replace(checkpoint, char(10) || '2' || char(10), char(10) || '3' || char(10)) ${run}`,
  ),
  change('checkpointSignature', 'the checkpoint, dropped', `UPDATE receipts SET checkpoint = NULL ${run}`),
]

/** One change of each kind of stored row and of each of its members that the evidence proves. */
export const changes: readonly Change[] = [...ofDatasets, ...ofRun, ...ofLog]
