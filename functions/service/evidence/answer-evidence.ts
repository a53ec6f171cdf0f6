import { canonicalize, utf8 } from '@tallystick/engine/base'
import { formatTlogProof } from '@tallystick/engine/log'
import {
  type EvidenceManifest,
  type EvidenceProof,
  type EvidenceQuery,
  evidenceManifest,
  evidenceProof,
  evidenceSchemaVersion,
} from '@tallystick/schema/evidence'
import { check } from '@tallystick/schema/problem'
import type { Context } from 'hono'
import { recordsAltered } from '../http/altered.ts'
import type { AppEnv } from '../http/app-env.ts'
import { noteExport } from '../http/audit-event.ts'
import { answerImmutable } from '../http/immutable-answer.ts'
import { ProblemError } from '../http/problem.ts'
import { requireScope } from '../http/scopes.ts'
import { mayBeAnchored } from '../log/anchor/anchor-of-run.ts'
import { keyPeriodNotes } from '../log/key-periods.ts'
import { packOf, packType } from './evidence-pack.ts'
import { manifestOf } from './manifest.ts'
import { proveLine } from './prove-line.ts'
import { loadSealed, loadWithRecords } from './sealed.ts'

/**
 * The manifest of a run, or with `matchId` or `leaf` the proof of one line, as JSON or as a C2SP tlog-proof; or the
 * whole pack as a zip. Proofs and packs need `datasets:read`, as they show lines of the datasets. Two queries for a
 * manifest, one when the caller has it already.
 */
export async function answerEvidence(c: Context<AppEnv>, runId: string, query: EvidenceQuery): Promise<Response> {
  if (query.format === 'zip') c.set('mediaType', packType)
  const isPack = c.var.mediaType === packType
  const isProof = query.matchId !== undefined || query.leaf !== undefined
  if (isPack && isProof)
    throw new ProblemError('invalid_query', { detail: 'A pack holds the whole run, not one line.' })
  if (isPack || isProof) requireScope(c, 'datasets:read')
  const sealed = await (isPack || isProof ? loadWithRecords : loadSealed)(c, runId)
  const { anchored } = sealed
  const periods = isPack ? await keyPeriodNotes(c.env) : []
  const parts = {
    root: sealed.receipt.leafHash,
    query: [
      ['matchId', query.matchId],
      ['leaf', query.leaf],
      ...(isPack ? ([['periods', periods.length]] as const) : []),
      ...(anchored === undefined
        ? []
        : ([['anchor', `${anchored.checkpoint.size} ${anchored.checkpoint.state}`]] as const)),
    ] as const,
    schemaVersion: evidenceSchemaVersion,
    // A pack changes when the next key begins: the pack then states the end of the key that signed it.
    isFinal: !isPack && !mayBeAnchored(c.env, anchored),
  }
  return answerImmutable(c, parts, async () => {
    if (isPack || isProof) await c.var.memory.takeForEvidence(0)
    if (isPack) {
      await noteExport(c, 'evidence.exported', runId)
      return packOf(c, sealed, periods)
    }
    const evidence = isProof
      ? shown(evidenceProof, await proveLine(c, sealed, query))
      : shown(evidenceManifest, await manifestOf(c, sealed))
    return c.var.mediaType === 'text/plain' ? tlogProofOf(evidence) : c.json(evidence, 200)
  })
}

/** Throws `records_altered` for evidence that does not fit its schema. */
function shown<Evidence extends EvidenceManifest | EvidenceProof>(
  schema: typeof evidenceManifest | typeof evidenceProof,
  evidence: Evidence,
): Evidence {
  const checked = check(schema, evidence)
  if (checked.ok) return evidence
  throw recordsAltered(
    'What is stored of the run is no evidence.',
    checked.faults.map(({ pointer, detail }) => `${pointer}: ${detail}`),
  )
}

/** The proof of the receipt as a C2SP tlog-proof. Its `extra` has the receipt, and the line that is proven. */
function tlogProofOf(evidence: EvidenceManifest | EvidenceProof): Response {
  const { kind, runId, receipt, inclusion, checkpoint } = evidence
  if (checkpoint === null) throw recordsAltered('The checkpoint of the run’s receipt is gone.')
  const proven = 'leaf' in evidence ? { leaf: evidence.leaf, records: evidence.records } : {}
  const extra = utf8(canonicalize({ kind, runId, receipt, ...proven }))
  const text = formatTlogProof({ index: inclusion.index, hashes: inclusion.hashes, checkpoint, extra })
  return new Response(text, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
}
