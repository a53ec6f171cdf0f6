/** Something that the Worker depends on is missing for now, such as a signing key: 503, try again later. */
export class UnavailableError extends Error {
  override readonly name: string = 'UnavailableError'
  readonly code: StorageFault = 'storage_unavailable'
}

type StorageFault = 'storage_unavailable' | 'temporarily_overloaded' | 'log_diverged' | 'not_configured'

const overloaded = /overloaded|too many requests queued/i
const ours = /SQLITE_CONSTRAINT|SQLITE_MISMATCH|D1_TYPE_ERROR|constraint failed/i
const storage = /\bD1[_ ]|Network connection lost|storage caused object to be reset/i

/** The problem of an overloaded or silent D1 or another missing dependency; undefined for a fault of this service. */
export function storageFaultOf(error: unknown): StorageFault | undefined {
  if (error instanceof UnavailableError) return error.code
  const messages = messagesOf(error)
  if (messages.some((message) => ours.test(message))) return undefined
  if (messages.some((message) => storage.test(message) && overloaded.test(message))) return 'temporarily_overloaded'
  return messages.some((message) => storage.test(message)) ? 'storage_unavailable' : undefined
}

export const failsWith = (error: unknown, message: RegExp): boolean =>
  messagesOf(error).some((each) => message.test(each))

/** The messages of `error` and its causes: drizzle wraps what D1 throws. */
function messagesOf(error: unknown): readonly string[] {
  const messages: string[] = []
  for (let each = error; each instanceof Error && messages.length < 5; each = each.cause) messages.push(each.message)
  return messages
}
