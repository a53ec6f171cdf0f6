import { toHex, utf8 } from '@tallystick/engine/base'
import type { EvidenceManifest } from '@tallystick/schema/evidence'
import type { Context } from 'hono'
import { readStored, recordsAltered } from '../http/altered.ts'
import type { AppEnv } from '../http/app-env.ts'
import { sha256 } from '../platform/hasher.ts'
import { runPath, sidesOf } from '../runs/run-record.ts'
import { totalsLineOf } from '../store/result-chunks.ts'
import { type Sealed, sealedEvidenceOf } from './sealed.ts'

export async function manifestOf(c: Context<AppEnv>, sealed: Sealed): Promise<EvidenceManifest> {
  const { run } = sealed
  const evidence = await sealedEvidenceOf(c, sealed)
  const { source, target } = sidesOf(run)
  return {
    kind: 'tallystick/evidence@2',
    runId: run.id,
    inputHash: { source: source.root, target: target.root },
    ruleHash: run.policyHash,
    outputHash: run.resultRoot,
    versionHash: toHex(sha256(utf8(run.engineVersion))),
    engineVersion: run.engineVersion,
    leafCount: evidence.receipt.leaves,
    rules: readStored('The rules of the run', () => JSON.parse(run.rules)),
    totals: await totalsOf(sealed),
    ...evidence,
    links: {
      self: evidencePath(run.id),
      run: runPath(run.id),
      policy: `${runPath(run.id)}/policy`,
      results: `${runPath(run.id)}/results`,
      pack: `${evidencePath(run.id)}?format=zip`,
      verifyProofChain: `${runPath(run.id)}/trust-explorer/verifyProofChain`,
      publicKeys: publicKeysPath,
    },
  }
}

export const evidencePath = (runId: string): string => `${runPath(runId)}/evidence`

export const publicKeysPath = '/.well-known/tallystick-keys'

/** The totals, from the last line of the result, which is alone in its chunk. */
async function totalsOf(sealed: Sealed): Promise<EvidenceManifest['totals']> {
  const line = await totalsLineOf(sealed, sealed.run)
  if (line === undefined) throw recordsAltered('The totals of the run’s result are gone.')
  return readStored('The totals of the run’s result', () => {
    const { source, target, accepted, turned, fx } = JSON.parse(line)
    return { source, target, accepted, turned, fx }
  })
}
