import type { LogState } from '@tallystick/engine/log'
import { bucketOf } from '../store/bucket.ts'
import { checkpointStore, hashOfStored, type ListedCheckpoint } from '../store/checkpoint-store.ts'
import type { ReceiptRow } from '../store/receipt-store.ts'
import type { AuditedLog } from './audit-receipts.ts'
import { openOwnCheckpoint } from './own-checkpoint.ts'

/** Compares the receipts of a log with the checkpoints in R2, which are stored once for each size. */
interface OnceAudit {
  /** `state` is the log that ends with the receipt, if known. One call of R2 for every 1,000 receipts. */
  readonly take: (row: ReceiptRow, state: LogState | undefined) => Promise<void>
}

const listedCountMax = 1_000
/** The most objects that are read because they differ from their rows: a request may make a thousand calls. */
const readCountMax = 200

/** Requires that `take` gets the receipts from the first on. */
export function auditOnce({ access, signer, findings }: AuditedLog): OnceAudit {
  const store = checkpointStore(bucketOf(access.env), signer.origin)
  const listed = listing((after) => store.listAfter(after, listedCountMax))
  let readCount = 0

  const compare = async ({ sequence, line }: ReceiptRow, state: LogState | undefined): Promise<void> => {
    const size = sequence + 1
    const fault = (detail: string) => findings.fault('signedOnce', `The checkpoint of size ${size}: ${detail}.`)
    readCount += 1
    if (readCount > readCountMax) return fault('it is not the one of the receipt, and was not read')
    const stored = await store.find(size)
    if (stored === undefined) return fault('it was listed and is gone')
    const opened = await openOwnCheckpoint(access, signer, stored.note)
    if (!opened.ok) fault(`what is stored once is none of ours: ${opened.detail}`)
    else if (opened.value.size !== size) fault(`what is stored once has the size ${opened.value.size}`)
    else if (state !== undefined && opened.value.root !== state.root)
      findings.diverge('signedOnce', `Another checkpoint of size ${size} was signed before.`)
    else if (stored.receipt !== line) fault('what is stored once has another receipt')
  }

  return {
    async take(row, state) {
      const found = await listed(row.sequence + 1)
      if (found === undefined)
        findings.fault('signedOnce', `The receipt ${row.sequence} promises a checkpoint, and none is stored once.`)
      else if (found.hash !== hashOfStored({ note: row.checkpoint ?? '', receipt: row.line })) await compare(row, state)
    },
  }
}

/** Looks up sizes in ascending order, and lists the next page when needed. */
function listing(pageAfter: (size: number) => Promise<readonly ListedCheckpoint[]>) {
  let page: readonly ListedCheckpoint[] = []
  let at = 0
  let isLast = false
  return async (size: number): Promise<ListedCheckpoint | undefined> => {
    for (;;) {
      for (; at < page.length; at += 1) {
        const listed = page[at]
        if (listed !== undefined && listed.size >= size) return listed.size === size ? listed : undefined
      }
      if (isLast) return undefined
      page = await pageAfter(size - 1)
      at = 0
      isLast = page.length < listedCountMax
    }
  }
}
