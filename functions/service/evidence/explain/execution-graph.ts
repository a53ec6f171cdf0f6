import { executionGraph, formatGraphviz, formatMermaid } from '@tallystick/engine/explain'
import { explainSchemaVersion } from '@tallystick/schema/explain'
import type { Context } from 'hono'
import type { AppEnv } from '../../http/app-env.ts'
import { answerImmutable } from '../../http/immutable-answer.ts'
import { tenantHashOf } from '../../log/log-signer.ts'
import { sha256 } from '../../platform/hasher.ts'
import { loadWithRecords } from '../sealed.ts'
import { executeAgain } from './execute-again.ts'

/** What a run did, as a graph of W3C PROV: JSON, Graphviz or Mermaid. Costs and throws as `executeAgain`. */
export async function answerGraph(c: Context<AppEnv>, runId: string): Promise<Response> {
  const sealed = await loadWithRecords(c, runId)
  const { leafHash: receipt, checkpoint } = sealed.receipt
  const format = drawings.get(c.var.mediaType)
  const schemaVersion = format === undefined ? explainSchemaVersion : `${explainSchemaVersion}.${drawingVersion}`
  const parts = { root: receipt, query: [], schemaVersion }
  return answerImmutable(c, parts, async () => {
    const execution = await executeAgain(c, sealed, '--graph')
    const seal = { tenant: tenantHashOf(sealed.run.tenantId), receipt, checkpoint }
    const graph = executionGraph(sha256, { ...execution, seal })
    if (format === undefined) return c.json(graph, 200)
    return new Response(format(graph), { headers: { 'Content-Type': `${c.var.mediaType}; charset=utf-8` } })
  })
}

/** Part of the ETag of a drawing: raise it when the same graph is drawn differently. */
const drawingVersion = '2'

const drawings = new Map([
  ['text/vnd.graphviz', formatGraphviz],
  ['text/vnd.mermaid', formatMermaid],
])
