/** A fault of an R2 call whose key matches: once, unless `times` says otherwise. */
export interface BucketFault {
  readonly method: 'get' | 'put' | 'delete'
  readonly matches: RegExp
  /** Before anything happened, or after the call was done, its answer being lost. */
  readonly when: 'before' | 'after'
  readonly times?: number
}

/** `bucket` with faults. A fault throws what R2 throws when it has trouble of its own. */
export function faultyBucket(bucket: R2Bucket, faults: readonly BucketFault[]): R2Bucket {
  const pending = faults.map((fault) => ({ fault, left: fault.times ?? 1 }))
  return new Proxy(bucket, {
    get(_, name) {
      const member: unknown = Reflect.get(bucket, name)
      if (typeof member !== 'function') return member
      return async (...values: readonly unknown[]) => {
        const keys = [values[0]].flat().map(String)
        const found = pending.find(
          ({ fault, left }) => left > 0 && fault.method === name && keys.some((key) => fault.matches.test(key)),
        )
        if (found === undefined) return member.apply(bucket, values)
        found.left -= 1
        if (found.fault.when === 'after') await member.apply(bucket, values)
        throw new Error(`${String(name)}: We encountered an internal error. Please try again. (10001)`)
      }
    },
  })
}
