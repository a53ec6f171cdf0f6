import type { Client, RunRecord } from '@tallystick/client'
import { computeWithPauses, engineVersion, type JsonValue, type Sha256 } from '@tallystick/engine/base'
import { type ReconciledRun, reconcileInSlices } from '@tallystick/engine/reconcile'
import { type CompiledPolicy, compileRules, policyHash, readPolicy } from '@tallystick/engine/rules'
import type { OnProgress } from './engine-types.ts'
import { openLocalRun } from './open-local-run.ts'
import type { OpenRun } from './open-run-lines.ts'
import type { FileSide, FileSides } from './read-file.ts'
import { readStoredSide } from './read-stored-side.ts'
import type { StoredProof } from './stored-types.ts'
import type { Turn } from './turns.ts'

interface StoredRunSource {
  readonly client: Pick<Client, 'datasets' | 'runs'>
  readonly run: RunRecord
  readonly sha256: Sha256
  readonly turn: Turn
  readonly onProgress: OnProgress
}

/** An opened stored run with its checks; without a run where a check failed. */
export interface OpenedRun {
  readonly openRun: OpenRun | undefined
  readonly proof: StoredProof
}

/** Steps of one slice: a few milliseconds, so that a cancelled opening ends at once. */
const sliceStepCount = 300_000

/**
 * Opens a stored run by executing it again: fetches records and rules, and lets the engine in this page make the
 * result. If its root is the one in the run’s receipt, every line is proven. Throws as the client and a turn do.
 */
export async function openStoredRun(source: StoredRunSource): Promise<OpenedRun> {
  const { client, run, sha256 } = source
  const policyText = await client.runs.policy(run.id)
  const policy = policyIn(policyText, run)
  const sides = await readSides(source)
  const ended = await computed(source, { policy, sides })
  const { outcome } = ended
  const pinnedHere = { source: sides.source.summary.root, target: sides.target.summary.root }
  const proof: StoredProof = {
    checks: [
      { name: 'source', expected: run.source.root, found: pinnedHere.source },
      { name: 'target', expected: run.target.root, found: pinnedHere.target },
      { name: 'policy', expected: run.policy.hash, found: policyHash(policy, sha256) },
      { name: 'result', expected: run.resultRoot ?? '', found: outcome.resultRoot },
    ],
    engine: run.engineVersion,
    engineHere: engineVersion,
  }
  if (proof.checks.some(({ expected, found }) => expected !== found)) return { openRun: undefined, proof }
  const policyJson: JsonValue = JSON.parse(policyText)
  const made = openLocalRun({ id: run.id, policy, policyJson, sides, ended, sha256 })
  return { openRun: { ...made, origin: 'stored', title: run.name, warnings: run.warnings }, proof }
}

/** The text of a policy does not contain its name, which no result depends on. */
function policyIn(text: string, { policy: { id } }: RunRecord): CompiledPolicy {
  const compiled = compileRules(readPolicy(text))
  if (!compiled.ok) throw new Error(compiled.faults.map(({ pointer, detail }) => `${pointer}: ${detail}`).join('; '))
  return { ...compiled.policy, policyId: id }
}

async function readSides({ client, run, sha256, turn, onProgress }: StoredRunSource): Promise<Required<FileSides>> {
  const recordCount = Math.max(1, run.source.recordCount + run.target.recordCount)
  const read = (side: 'source' | 'target', before: number): Promise<FileSide> =>
    readStoredSide({
      client,
      pinned: run[side],
      name: side === 'source' ? run.sourceAdapter : run.targetAdapter,
      sha256,
      pause: async (count) => {
        if (turn.isDue())
          onProgress({ step: `Fetching the ${side} records`, ratio: (before + count) / recordCount / 2 })
        await turn.pause()
      },
    })
  const source = await read('source', 0)
  return { source, target: await read('target', run.source.recordCount) }
}

interface Computation {
  readonly policy: CompiledPolicy
  readonly sides: Required<FileSides>
}

function computed(
  { run, sha256, turn, onProgress }: StoredRunSource,
  { policy, sides: { source, target } }: Computation,
): Promise<ReconciledRun> {
  const slices = reconcileInSlices({
    // The result is computed under the roots that the run names. Whether the records have these roots is a check of its
    // own.
    source: { table: source.table, root: run.source.root },
    target: { table: target.table, root: run.target.root },
    policy,
    sha256,
    sliceStepCount,
    onRule: (rule, position, count) => onProgress({ step: `Rule ${rule}`, ratio: 0.5 + position / count / 2 }),
  })
  return computeWithPauses(slices, turn.pause)
}
