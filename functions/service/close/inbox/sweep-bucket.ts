import type { Executor } from '../../runs/executor.ts'
import { databaseOf, queries } from '../../store/database.ts'
import { type InboxPlace, inboxOf, inboxPages, inboxPlaceOf, inboxPrefix } from '../../store/inbox-objects.ts'
import { inboxStore } from '../../store/inbox-store.ts'
import { removeFiles } from '../../store/remove-objects.ts'
import { takeObject } from './take-object.ts'

/** The most objects that one look takes, and the most that it passes. */
const takenCountMax = 100
const passedCountMax = 20_000

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
  let [takenCount, passedCount] = [0, 0]
  const links = new Map<string, Awaited<ReturnType<typeof findLink>>>()
  for await (const objects of inboxPages(bucket)) {
    for (const { key, uploaded } of objects) {
      if (takenCount === takenCountMax) return
      await attempt(async () => {
        const place = inboxPlaceOf(key)
        const prefix = place === undefined ? '' : inboxPrefix(place)
        const link = links.get(prefix) ?? (await findLink({ env, isolate }, place))
        links.set(prefix, link)
        if (link === 'waits') return
        if (link !== 'none') takenCount += 1
        if (link !== 'none') await takeObject(executorAt({ env, isolate }, link.tenantId), { bucket, link, key })
        else if (uploaded.getTime() < isolate.now() - strayMilliseconds) await removeFiles(bucket, { of: 'inbox', key })
      })
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
