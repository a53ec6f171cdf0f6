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

/** `bucket` with faults. A fault throws what R2 throws when it has trouble of its own. */
export function faultyBucket(bucket: R2Bucket, faults: readonly BucketFault[]): R2Bucket {
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
