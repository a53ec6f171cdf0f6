import { type Client, createClient, type Failure, TallystickError } from '@tallystick/client'
import type { OnProgress, PolicyChoice } from './engine-types.ts'
import { openStoredRun } from './open-stored-run.ts'
import { overviewOf } from './run-overview.ts'
import type { SessionContext } from './session-context.ts'
import {
  type StoredOpening,
  type StoredProof,
  type StoredRunRequest,
  storedRecordCountMax,
  type TrialEnd,
} from './stored-types.ts'
import { tryRules } from './try-rules.ts'
import { type Turn, untilCancelled } from './turns.ts'

export function storedQuestions({ sha256, turns, openRuns }: SessionContext) {
  const proofs = new Map<string, StoredProof>()
  openRuns.onForget((id) => void proofs.delete(id))

  const open = async (client: Client, id: string, { turn, onProgress }: Opening): Promise<StoredOpening> => {
    const run = await client.runs.get(id)
    // Throws where the visitor has cancelled or gone to another run, before anything is fetched.
    await turn.pause()
    if (run.status !== 'completed') return { kind: 'unfinished' }
    const recordCount = run.source.recordCount + run.target.recordCount
    if (recordCount > storedRecordCountMax) return { kind: 'too-large', recordCount }
    const { openRun, proof } = await openStoredRun({ client, run, sha256, turn, onProgress })
    if (openRun === undefined) return { kind: 'differs', proof }
    proofs.set(openRun.id, proof)
    openRuns.add(openRun)
    return { kind: 'open', run: overviewOf(openRun), proof }
  }

  return {
    /** Fetches a run and executes it again, once: the run stays open until it is forgotten. */
    async openStored({ id, baseUrl, apiKey }: StoredRunRequest, onProgress: OnProgress): Promise<StoredOpening> {
      const [known, proof] = [openRuns.find(id), proofs.get(id)]
      if (known !== undefined && proof !== undefined) return { kind: 'open', run: overviewOf(known), proof }
      const client = createClient({ baseUrl, apiKey, tries: 2, waitSecondsMax: 5 })
      const turn = turns.begin('stored')
      try {
        return (await untilCancelled(() => open(client, id, { turn, onProgress }))) ?? { kind: 'cancelled' }
      } catch (error) {
        if (error instanceof TallystickError) return { kind: 'failed', failure: cloneable(error.failure) }
        throw error
      }
    },

    /** Throws where the run is not open. */
    async tryRules(id: string, { policy }: PolicyChoice, onProgress: OnProgress): Promise<TrialEnd> {
      const turn = turns.begin('trial')
      const end = await untilCancelled(() => tryRules({ openRun: openRuns.get(id), policy, turn, onProgress }))
      return end ?? { kind: 'cancelled' }
    },

    cancelStored(): void {
      turns.end('stored')
      turns.end('trial')
    },
  }
}

interface Opening {
  readonly turn: Turn
  readonly onProgress: OnProgress
}

/** Some errors of `fetch` cannot be copied by `postMessage`. */
const cloneable = (failure: Failure): Failure =>
  failure.kind === 'unreachable' ? { ...failure, cause: String(failure.cause) } : failure
