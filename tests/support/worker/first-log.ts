import { env } from 'cloudflare:workers'
import { canonicalize } from '@tallystick/engine/base'
import { appendReceiptLine, emptyLog, type LogState } from '@tallystick/engine/log'
import { logSignerOf } from '../../../functions/service/log/log-signer.ts'
import { sha256 } from '../../../functions/service/platform/hasher.ts'
import type { createTestApp } from './client.ts'

type App = Pick<ReturnType<typeof createTestApp>, 'isolate' | 'env'>

/** How a log of version 1 was kept. */
interface FirstLog {
  readonly tenantId: string
  /** How many receipts the log has. More than there were are made up, of runs that never were. */
  readonly size: number
  /** Whether its checkpoints were signed. */
  readonly isSigned: boolean
}

/** Puts a log of version 1 in the place of a tenant's log, as whoever can write to the database might. R2 stays as it is. */
export async function writeFirstLog(app: App, { tenantId, size, isSigned }: FirstLog): Promise<void> {
  const { results } = await env.DB.prepare('SELECT run_id, line FROM receipts WHERE tenant_id = ? ORDER BY sequence')
    .bind(tenantId)
    .all<{ run_id: string; line: string }>()
  const signer = await logSignerOf(app, tenantId)
  const statements = [env.DB.prepare('DELETE FROM receipts WHERE tenant_id = ?').bind(tenantId)]
  let state: LogState = emptyLog(sha256)
  while (state.size < size) {
    const { run_id = `run_${state.size}`, line: sealed = results[0]?.line ?? '' } = results[state.size] ?? {}
    const { actor: _, build: __, received: ___, ...fields } = JSON.parse(sealed)
    const place = { run: run_id, previous: state.previous, sequence: state.size }
    const line = canonicalize({ ...fields, ...place, kind: 'tallystick/receipt@1' })
    const { log, leafHash, inclusion, consistency } = appendReceiptLine(sha256, state, line)
    statements.push(
      env.DB.prepare(
        `INSERT INTO receipts (tenant_id, sequence, run_id, leaf_hash, line, checkpoint, inclusion, consistency)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      ).bind(
        ...[tenantId, state.size, run_id, leafHash, line, isSigned ? await signer.sign(log) : null],
        ...[JSON.stringify(inclusion), JSON.stringify(consistency)],
      ),
    )
    state = log
  }
  const { frontier, root, previous } = state
  statements.push(
    env.DB.prepare('UPDATE tenant_logs SET size = ?, frontier = ?, root = ?, previous = ? WHERE tenant_id = ?').bind(
      ...[state.size, JSON.stringify(frontier), root, previous, tenantId],
    ),
  )
  await env.DB.batch(statements)
}
