import { executionGraph, formatGraphviz, formatMermaid } from '@tallystick/engine'
import type { Context } from 'hono'
import { explainSchemaVersion } from '../../schema/explain.ts'
import { loadSealed } from '../evidence/sealed.ts'
import type { AppEnv } from '../http/app-env.ts'
import { answerImmutable } from '../http/immutable-answer.ts'
import { sha256 } from '../platform/hasher.ts'
import { tenantHashOf } from '../runs/log-signer.ts'
import { executeAgain } from './execute-again.ts'

/**
 * What a run did, as a graph of W3C PROV: JSON, Graphviz or Mermaid. Throws `run_not_found`, `run_not_finished` and what
 * `executeAgain` does, which it costs.
 */
export async function answerGraph(c: Context<AppEnv>, runId: string): Promise<Response> {
  const sealed = await loadSealed(c, runId)
  const { leafHash: receipt, checkpoint } = sealed.receipt
  const parts = { root: receipt, query: [], schemaVersion: explainSchemaVersion }
  return answerImmutable(c, parts, async () => {
    const execution = await executeAgain(c, sealed, '--graph')
    const seal = { tenant: tenantHashOf(sealed.run.tenantId), receipt, checkpoint }
    const graph = executionGraph(sha256, { ...execution, seal })
    const format = formats.get(c.var.mediaType)
    if (format === undefined) return c.json(graph, 200)
    return new Response(format(graph), { headers: { 'Content-Type': `${c.var.mediaType}; charset=utf-8` } })
  })
}

const formats = new Map([
  ['text/vnd.graphviz', formatGraphviz],
  ['text/vnd.mermaid', formatMermaid],
])
