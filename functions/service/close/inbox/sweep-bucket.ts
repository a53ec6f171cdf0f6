import type { Executor } from '../../runs/executor.ts'
import { isSilent } from '../../store/answer-in-time.ts'
import { databaseOf, queries } from '../../store/database.ts'
import { type InboxPlace, inboxOf, inboxPages, inboxPlaceOf, inboxPrefix } from '../../store/inbox-objects.ts'
import { inboxStore } from '../../store/inbox-store.ts'
import { removeFiles } from '../../store/remove-objects.ts'
import { takeObject } from './take-object.ts'

/** The most objects that one look takes, and the most that it passes. */
const takenCountMax = 100
const passedCountMax = 20_000

/** The most objects of one tenant that wait or fail in a look: the others of the tenant are not tried in it. */
const leftCountMax = 20

/** A look ends where a store was silent so often: each further object would hold up all that the minute has to do. */
const silenceCountMax = 3

/** For how long an object stays that lies below the prefix of no link. */
const strayMilliseconds = 86_400_000

type Access = Pick<Executor, 'env' | 'isolate'>

/**
 * Takes the objects of the bucket that takes files by S3. Those of a suspended tenant wait. Objects of no link, or of a
 * deleted tenant, are removed. `attempt` does the work of one object: what it throws holds up no other.
 */
export async function sweepBucket(
  { env, isolate }: Access,
  attempt: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const bucket = inboxOf(env)
  if (bucket === undefined) return
  let [takenCount, passedCount, silenceCount] = [0, 0, 0]
  const links = new Map<string, Awaited<ReturnType<typeof findLink>>>()
  const leftCounts = new Map<string, number>()
  const see = async ({ key, uploaded }: R2Object) => {
    const place = inboxPlaceOf(key)
    const prefix = place === undefined ? '' : inboxPrefix(place)
    const link = links.get(prefix) ?? (await findLink({ env, isolate }, place))
    links.set(prefix, link)
    if (link === 'waits') return
    if (link === 'none') {
      if (uploaded.getTime() < isolate.now() - strayMilliseconds) await removeFiles(bucket, { of: 'inbox', key })
      return
    }
    const { tenantId } = link
    const leftCount = leftCounts.get(tenantId) ?? 0
    if (leftCount === leftCountMax) return
    leftCounts.set(tenantId, leftCount + 1)
    if (!(await takeObject(executorAt({ env, isolate }, tenantId), { bucket, link, key }))) return
    takenCount += 1
    leftCounts.set(tenantId, leftCount)
  }
  for await (const objects of inboxPages(bucket)) {
    for (const object of objects) {
      if (takenCount === takenCountMax || silenceCount === silenceCountMax) return
      await attempt(() =>
        see(object).catch((error: unknown) => {
          silenceCount += Number(isSilent(error))
          throw error
        }),
      )
    }
    passedCount += objects.length
    if (passedCount >= passedCountMax) return
  }
}

/** Takes one object, of which the platform has told. The sweep sees to those of no link. */
export async function takeTold(access: Access, key: string): Promise<void> {
  const bucket = inboxOf(access.env)
  const link = await findLink(access, inboxPlaceOf(key))
  if (bucket === undefined || link === 'none' || link === 'waits') return
  await takeObject(executorAt(access, link.tenantId), { bucket, link, key })
}

const executorAt = ({ env, isolate }: Access, tenantId: string): Executor => ({
  ...{ db: queries(databaseOf(env, tenantId)), env, isolate },
})

async function findLink(access: Access, place: InboxPlace | undefined) {
  if (place === undefined) return 'none'
  const [found] = await inboxStore(executorAt(access, place.tenantId).db).linkWithTenant(place)
  if (found === undefined || found.deletedAt !== null) return 'none'
  return found.suspendedAt === null ? found.link : 'waits'
}
