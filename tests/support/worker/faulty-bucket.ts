/** The calls of R2 that can have faults: those of a bucket, and those of a multipart upload, by the key of its object. */
export type BucketMethod =
  | 'get'
  | 'head'
  | 'put'
  | 'delete'
  | 'list'
  | 'createMultipartUpload'
  | 'uploadPart'
  | 'complete'
  | 'abort'

/** A fault of an R2 call whose key matches: once, unless `times` says otherwise. */
export interface BucketFault {
  /** Any method where it is left out. */
  readonly method?: BucketMethod
  readonly matches: RegExp
  /**
   * Before anything happened, or after the call was done, its answer being lost; or nothing happens and nothing comes; or the
   * call is done when `meanwhile` has come to an end.
   */
  readonly when: 'before' | 'after' | 'hang' | 'late'
  readonly times?: number
  /** Calls that match and have no fault, before the first that has. */
  readonly skip?: number
  /** Called when the fault happens, and awaited before it is thrown. */
  readonly meanwhile?: () => unknown
}

/**
 * `bucket` with the lock that a deployed one has on `once/`: what is there is neither removed nor replaced. The local R2
 * has no locks. A call with a condition is refused as well, as R2 may judge the lock first.
 */
export function lockedBucket(bucket: R2Bucket): R2Bucket {
  const refuseLocked = async (name: string, keys: readonly string[]) => {
    if (name !== 'delete' && name !== 'put' && name !== 'createMultipartUpload') return
    for (const key of keys.filter((each) => each.startsWith('once/')))
      if (name !== 'put' || (await bucket.head(key)) !== null)
        throw new Error(`${name}: The object is protected by a bucket lock rule. (10069)`)
  }
  return overlay(bucket, (name, member) =>
    name === 'resumeMultipartUpload'
      ? (...values) => member.apply(bucket, values)
      : async (...values) => {
          await refuseLocked(name, [values[0]].flat().map(String))
          return member.apply(bucket, values)
        },
  )
}

/** `bucket` with its lock, and with faults. A fault throws what R2 throws when it has trouble of its own. */
export function faultyBucket(unlocked: R2Bucket, faults: readonly BucketFault[]): R2Bucket {
  const bucket = lockedBucket(unlocked)
  const pending = faults.map((fault) => ({ fault, left: fault.times ?? 1, skip: fault.skip ?? 0 }))
  const call = async (name: string, keys: readonly string[], make: () => unknown) => {
    const found = pending.find(
      ({ fault, left }) => left > 0 && (fault.method ?? name) === name && keys.some((key) => fault.matches.test(key)),
    )
    if (found === undefined) return make()
    if (found.skip > 0) {
      found.skip -= 1
      return make()
    }
    found.left -= 1
    if (found.fault.when === 'after') await make()
    await found.fault.meanwhile?.()
    if (found.fault.when === 'late') return make()
    if (found.fault.when === 'hang') return new Promise(() => undefined)
    throw new Error(`${name}: We encountered an internal error. Please try again. (10001)`)
  }
  const watched = (upload: R2MultipartUpload): R2MultipartUpload =>
    overlay(
      upload,
      (name, member) =>
        (...values) =>
          call(name, [upload.key], () => member.apply(upload, values)),
    )
  return overlay(bucket, (name, member) => {
    if (name === 'resumeMultipartUpload')
      return (...values) => watched(bucket.resumeMultipartUpload(String(values[0]), String(values[1])))
    return async (...values) => {
      const keys = name === 'list' ? [JSON.stringify(values[0])] : [values[0]].flat().map(String)
      const answer = await call(name, keys, () => member.apply(bucket, values))
      return name === 'createMultipartUpload' ? watched(answer as R2MultipartUpload) : answer
    }
  })
}

type Member = (...values: readonly unknown[]) => unknown
type Method = { apply(self: object, values: readonly unknown[]): unknown }

/** `target`, each of whose functions is what `replace` makes of it. */
const overlay = <Target extends object>(target: Target, replace: (name: string, member: Method) => Member): Target =>
  new Proxy(target, {
    get(_, name) {
      const member: unknown = Reflect.get(target, name)
      return typeof member === 'function' ? replace(String(name), member) : member
    },
  })
