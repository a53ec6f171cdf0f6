import { logNameOf } from '@tallystick/engine/log'
import { sha256 } from '../../platform/hasher.ts'
import { createId } from '../../platform/ids.ts'
import { inLanes } from '../../platform/in-lanes.ts'
import { bucketOf } from '../../store/bucket.ts'
import { type GrownLog, grownLogStore } from '../../store/grown-logs.ts'
import { indexObjects } from '../../store/index-objects.ts'
import { logSignerOf } from '../log-signer.ts'
import type { IndexAccess } from './open-index.ts'

const logCountMax = 20
/** A longer time than a log that is set aside waits. */
const hourMilliseconds = 3_600_000

/**
 * Logs whose head the index lacks, although their rows say that the index has it or that they are due much later. Each
 * call looks at twenty logs from a random place on, so that a forged row cannot hide a log for ever. One round trip,
 * and a read of R2 for each log.
 */
export async function unlistedLogs(access: IndexAccess): Promise<readonly GrownLog[]> {
  const { db, env, isolate, signer } = access
  const store = grownLogStore(db)
  const place = createId('ten', isolate.now())
  const [behind, first] = await db.batch([store.byChance(place, logCountMax), store.byChance('', logCountMax)])
  const logs = new Map([...behind, ...first].slice(0, logCountMax).map((log) => [log.tenantId, log]))
  const later = isolate.now() + hourMilliseconds
  const quiet = [...logs.values()].filter(
    ({ size, indexedSize, indexDueAt, diverged }) =>
      size > 0 && (size === indexedSize || indexDueAt > later) && diverged === null,
  )
  const objects = indexObjects(bucketOf(env), signer.origin)
  const unlisted = await inLanes(quiet, async (log) => {
    const { origin } = await logSignerOf(access, log.tenantId)
    // A head that cannot be read counts as missing, so that the log is tried.
    const isListed = await objects.hasHead({ log: logNameOf(sha256, origin), size: log.size }).catch(() => false)
    return isListed ? [] : [log]
  })
  return unlisted.flat()
}
