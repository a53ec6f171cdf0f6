import type { Executor } from '../../runs/executor.ts'
import { datasetStore } from '../../store/dataset-store.ts'
import { type InboxFileRow, inboxStore } from '../../store/inbox-store.ts'
import { uploadStore } from '../../store/upload-store.ts'
import { addToPeriods } from './add-to-periods.ts'

/** The most files of one look, and of one call. */
const fileCountMax = 100
const callCountMax = 500

/** How long a file that is no dataset is listed, and the most of them that one call removes. */
const keptMilliseconds = 90 * 86_400_000
const removedCountMax = 1_000

/**
 * Ends the files whose uploads have ended: a sealed dataset goes into the periods that its records meet, and a refusal stays
 * with the file. Removes old ones that are no datasets. Each step may be repeated. `attempt` does the work of one file:
 * what it throws holds up no other.
 */
export async function sweepInbox(
  executor: Executor,
  attempt: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  await attempt(async () => {
    await inboxStore(executor.db).removeOld(executor.isolate.now() - keptMilliseconds, removedCountMax)
  })
  let after = ''
  for (let seen = 0; seen < callCountMax; ) {
    const files = await inboxStore(executor.db).unended(after, fileCountMax)
    for (const file of files) await attempt(() => seeTo(executor, file))
    if (files.length < fileCountMax) return
    seen += files.length
    after = files.at(-1)?.id ?? ''
  }
}

async function seeTo(executor: Executor, file: InboxFileRow): Promise<void> {
  const { db } = executor
  const { tenantId, id } = file
  const [[dataset], [upload]] = await db.batch([
    datasetStore(db).find(tenantId, id),
    uploadStore(db).findRow(tenantId, id),
  ])
  if (dataset !== undefined) {
    await addToPeriods(executor, file)
    await inboxStore(db).end(tenantId, id, null)
  } else if (upload?.state === 'refused') await inboxStore(db).end(tenantId, id, upload.refusal)
  else if (upload === undefined || upload.state === 'removing')
    await inboxStore(db).end(tenantId, id, JSON.stringify(removed))
}

const removed = {
  code: 'records_deleted',
  detail: 'Its dataset was deleted before a period could read it.',
  errors: [],
}
