import { objectEvent } from '@tallystick/schema/inbox'
import type { Env } from '../../env.ts'
import { faultOf } from '../../http/fault.ts'
import type { Isolate } from '../../platform/isolate.ts'
import { inScope, openScope } from '../../platform/work-scope.ts'
import { takeTold } from './sweep-bucket.ts'

/** Takes the objects that messages of R2 name, one after another. The sweep sees to those that fail for good. */
export async function takeMessages(batch: MessageBatch, env: Env, isolate: Isolate): Promise<void> {
  const scope = openScope(isolate)
  await inScope(scope, async () => {
    for (const message of batch.messages)
      try {
        const told = objectEvent.safeParse(message.body)
        if (told.success) await takeTold({ env, isolate }, told.data.object.key)
        message.ack()
      } catch (error) {
        isolate.log(JSON.stringify({ queue: 'inbox', ...faultOf(error) }))
        message.retry()
      }
  })
  isolate.log(
    JSON.stringify({
      ...{ queue: 'inbox', messages: batch.messages.length, queries: scope.queryCount },
      version: env.CF_VERSION_METADATA?.id,
    }),
  )
}
