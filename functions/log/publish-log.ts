import { bucketOf } from '../store/bucket.ts'
import { checkpointStore } from '../store/checkpoint-store.ts'
import type { LogAccess, LogSigner } from './log-signer.ts'
import type { SignedReceipt } from './sign-once.ts'

/**
 * Shows readers of the log a receipt that was sealed: the newest checkpoint in R2 is its own, put last, so that it names
 * nothing that is not there yet. Never throws: the receipt stands, and the next seal mends what is missing here.
 */
export async function publishLog({ env, isolate }: LogAccess, signer: LogSigner, sealed: SignedReceipt): Promise<void> {
  try {
    await checkpointStore(bucketOf(env), signer.origin).putNewest(sealed.checkpoint)
  } catch (error) {
    isolate.log(
      JSON.stringify({ unpublished: sealed.log.size, error: error instanceof Error ? error.name : 'unknown' }),
    )
  }
}
