import { findRuleChanges } from '@tallystick/engine/explain'
import { explainSchemaVersion } from '@tallystick/schema/explain'
import type { Context } from 'hono'
import type { AppEnv } from '../../http/app-env.ts'
import { answerImmutable } from '../../http/immutable-answer.ts'
import { ProblemError } from '../../http/problem.ts'
import { sha256 } from '../../platform/hasher.ts'
import { nextEvent } from '../../platform/slices.ts'
import { recordCountOf } from '../../runs/run-record.ts'
import { loadWithRecords } from '../sealed.ts'
import { computeWithin, executeAgain } from './execute-again.ts'

/** Which changes of one rule would take a break of a run, each tried on the whole run. */
export async function answerChanges(c: Context<AppEnv>, runId: string, breakId: string): Promise<Response> {
  const sealed = await loadWithRecords(c, runId)
  const parts = {
    root: sealed.receipt.leafHash,
    query: [['break', breakId]] as const,
    schemaVersion: explainSchemaVersion,
  }
  return answerImmutable(c, parts, async () => {
    const offline = `--changes ${breakId}`
    const { source, target, instructions, policy, outcome } = await executeAgain(c, sealed, offline)
    await nextEvent()
    // The run and the run under one change are in memory at the same time: of earlier changes only the answer is kept.
    await c.var.memory.takeForRecords(recordCountOf(sealed.run))
    const slices = findRuleChanges({ source, target, instructions, policy, outcome, breakId, sha256 })
    const changes = await computeWithin(slices, offline)
    if (changes === undefined)
      throw new ProblemError('artifact_not_found', { detail: 'The run has no break of that id.' })
    return c.json(changes, 200)
  })
}
