import { artifactForms, type Lineage, traceLineage } from '@tallystick/engine/explain'
import type { ArtifactPart } from '@tallystick/engine/verify'
import { explainSchemaVersion } from '@tallystick/schema/explain'
import type { Context } from 'hono'
import type { AppEnv } from '../../http/app-env.ts'
import { answerImmutable } from '../../http/immutable-answer.ts'
import { ProblemError } from '../../http/problem.ts'
import { sha256 } from '../../platform/hasher.ts'
import { sidesOf } from '../../runs/run-record.ts'
import { brokenRun, requireSealedRow } from '../../runs/sealed-row.ts'
import { policyByteCountMaxOf, soundPolicyOf } from '../../runs/stored-policy.ts'
import { AlteredLinesError } from '../../store/altered-lines.ts'
import { resultChunksOf, resultPlacesOf } from '../../store/result-chunks.ts'
import { sideChunksOf } from '../../store/side-chunks.ts'
import { loadWithRecords, type Sealed } from '../sealed.ts'

/** Where an artifact of a run came from and what was made from it. Throws `records_altered` with every broken link. */
export async function answerLineage(c: Context<AppEnv>, runId: string, artifact: string): Promise<Response> {
  const sealed = await loadWithRecords(c, runId)
  const areRecordsShown = c.var.identity.scopes.includes('datasets:read')
  const parts = {
    root: sealed.receipt.leafHash,
    query: [
      ['artifact', artifact],
      ['records', areRecordsShown ? 'shown' : 'hidden'],
    ] as const,
    schemaVersion: explainSchemaVersion,
  }
  return answerImmutable(c, parts, async () => {
    await requireSealedRow(c, sealed.run, sealed.receipt)
    await c.var.memory.takeForEvidence(0)
    await c.var.memory.takeForBody(policyByteCountMaxOf(sealed.run))
    const lineage = await trace(sealed, artifact).catch((error) => {
      throw error instanceof AlteredLinesError ? brokenRun(error.message) : error
    })
    if (lineage === undefined) throw new ProblemError('artifact_not_found', { detail: notFound })
    const { faults, ...sound } = lineage
    for (const { bytes } of sound.backward.records) await c.var.memory.takeForBody(bytes.length)
    if (faults.length > 0) throw brokenRun(...faults)
    return c.json(areRecordsShown ? sound : withoutRecords(sound), 200)
  })
}

const notFound = `The run has nothing of that name. An artifact is named by ${artifactForms}.`

async function trace(sealed: Sealed, artifact: string): Promise<Lineage | undefined> {
  const { db, run, receipt } = sealed
  const { source, target } = sidesOf(run)
  const places = await resultPlacesOf(db, run)
  const open = (name: 'source' | 'target' | 'result'): AsyncIterable<ArtifactPart> =>
    name === 'result' ? resultChunksOf(sealed, run, places) : sideChunksOf(sealed, run, { side: name })
  return traceLineage(sha256, {
    artifact,
    open,
    run: {
      source,
      target,
      rules: rulesOf(await soundPolicyOf(db, run)),
      instructions: run.period?.instructions ?? undefined,
      policy: run.policyHash,
      engine: run.engineVersion,
      resultRoot: run.resultRoot,
      receipt: receipt.line,
      checkpoint: receipt.checkpoint,
    },
  })
}

/** The effective rules in a verified policy: a list, or a member beside the tables, rates and calendars. */
function rulesOf(policy: string) {
  const whole = JSON.parse(policy)
  return Array.isArray(whole) ? whole : whole.rules
}

type SoundLineage = Omit<Lineage, 'faults'>

/** Removes the text of the records, and keeps their places and hashes. */
function withoutRecords({ artifact, backward, forward, ...rest }: SoundLineage) {
  const { line, ...named } = artifact
  return {
    artifact: artifact.kind === 'record' || line === undefined ? named : { ...named, line },
    backward: { ...backward, records: backward.records.map(({ bytes: _, ...place }) => place) },
    forward,
    ...rest,
  }
}
