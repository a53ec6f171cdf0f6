import { canonicalize } from '../../../engine/base/canonical.ts'
import type { LinePart } from '../../../engine/base/line-splitter.ts'
import type { LineageRun } from '../../../engine/explain/lineage-answer.ts'
import { appendReceipt, emptyLog } from '../../../engine/log/receipt.ts'
import { reconcile } from '../../../engine/reconcile.ts'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { policyHash } from '../../../engine/rules/canonical-policy.ts'
import { leafHashOf } from './lines.ts'
import { naiveRoot } from './naive-merkle.ts'
import { type Case, policyOf, tableOf } from './reconcile-case.ts'
import { sha256 } from './sha256.ts'

/** A run as it is stored: its three artifacts as lines, and what is known of it besides. */
export interface StoredRun {
  readonly run: LineageRun
  readonly lines: { readonly [artifact in 'source' | 'target' | 'result']: readonly string[] }
  /** The bytes of an artifact, cut without regard to lines. */
  readonly open: (artifact: 'source' | 'target' | 'result') => AsyncIterable<LinePart>
}

/** The root over lines, word for word as RFC 6962 has it. */
export const rootOfTexts = (lines: readonly string[]): string =>
  naiveRoot(lines.map((line) => Buffer.from(leafHashOf(line), 'hex'))).toString('hex')

/** Runs a case over datasets of its own and seals it. */
export function storeRun(given: Case, checkpoint: string | null = 'a note\n'): StoredRun {
  const policy = policyOf(given.rules)
  const side = (records: readonly CanonicalRecord[]) => {
    const texts = records.map((record) => canonicalize({ ...record }))
    return { texts, table: tableOf(records, policy), root: rootOfTexts(texts) }
  }
  const [source, target] = [side(given.source), side(given.target)]
  const outcome = reconcile({ source, target, policy, sha256 })
  const hash = policyHash(policy, sha256)
  const { line } = appendReceipt(sha256, emptyLog(sha256), {
    ...{ completedAt: '2026-11-20T10:00:01.000Z', createdAt: '2026-11-20T10:00:00.000Z', engine: '1', replayOf: null },
    ...{ leaves: outcome.leafCount, policy: hash, result: outcome.resultRoot, run: 'run_1', tenant: 'cc'.repeat(32) },
    ...{ source: source.root, target: target.root, received: { source: null, target: null } },
    ...{ actor: null, build: 'b1'.repeat(32) },
  })
  const lines = {
    source: source.texts,
    target: target.texts,
    result: outcome.chunks.flatMap(({ text }) => text.split('\n').slice(0, -1)),
  }
  return {
    run: {
      source: { datasetId: 'dat_source', root: source.root, recordCount: given.source.length },
      target: { datasetId: 'dat_target', root: target.root, recordCount: given.target.length },
      ...{ rules: policy.rules, policy: hash, engine: '1', resultRoot: outcome.resultRoot, receipt: line, checkpoint },
    },
    lines,
    open: (artifact) => bytesOf(lines[artifact]),
  }
}

/** Lines as bytes, 50 at a time, so that lines and characters are cut. */
export async function* bytesOf(lines: readonly string[]): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''))
  for (let start = 0; start < bytes.length; start += 50) yield bytes.subarray(start, start + 50)
}
