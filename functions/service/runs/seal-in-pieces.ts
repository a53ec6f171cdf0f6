import { logSignerOf } from '../log/log-signer.ts'
import { folderStore } from '../store/line-folders.ts'
import { type RunRow, runStore } from '../store/run-store.ts'
import { noteEnd } from './attempts.ts'
import { type Executor, LeaseLostError } from './executor.ts'
import type { SealedOutcome } from './receipt-fields.ts'
import { bodyOfLarge } from './run-answer.ts'
import type { RunFolders } from './run-files.ts'
import { sealRun } from './seal-run.ts'
import { readStart } from './store-result.ts'

/** As `sealRun`; keeps only the folder of the result. May be repeated: a completed run stays as it is. */
export async function sealInPieces(
  executor: Executor,
  run: RunRow,
  { folders, outcome }: { readonly folders: RunFolders; readonly outcome: SealedOutcome },
): Promise<string> {
  const { db } = executor
  const [found] = await runStore(db).find(run.tenantId, run.id)
  if (found?.attempt !== run.attempt) throw new LeaseLostError()
  if (found.status === 'completed') return 'sealed'
  const signer = await logSignerOf(executor, run.tenantId)
  const bodyOf = await bodyOfLarge(db, run, outcome.resultRoot)
  const ended = await sealRun(
    executor,
    { ...run, status: 'running' },
    {
      outcome,
      bodyOf,
      signer,
      store: () => readStart(db, run, []),
      kept: [
        ...folderStore(db).keep(run.tenantId, folders.result),
        folderStore(db).giveUpFolder(run.tenantId, folders.work),
      ],
    },
  )
  noteEnd(executor, { run: ended, body: '' })
  return 'sealed'
}
