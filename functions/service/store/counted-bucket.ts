import { currentScope } from '../platform/work-scope.ts'

/** R2's prices: changes and lists are class A, reads class B. Deleting costs nothing. */
const classA = ['put', 'list', 'createMultipartUpload', 'uploadPart', 'complete']
const classB = ['get', 'head']

/** A bucket that counts its operations and the bytes written, in the work scope of the caller. */
export const countedBucket = (bucket: R2Bucket): R2Bucket =>
  counted(bucket, {
    createMultipartUpload: async (key: string, options?: R2MultipartOptions) =>
      counted(await bucket.createMultipartUpload(key, options), {}),
    resumeMultipartUpload: (key: string, uploadId: string) => counted(bucket.resumeMultipartUpload(key, uploadId), {}),
  })

/** `target` with every function counted, and some of them replaced. */
function counted<Target extends object>(target: Target, replaced: object): Target {
  return new Proxy(target, {
    get(_, name) {
      const member: unknown = Reflect.get(Object.hasOwn(replaced, name) ? replaced : target, name)
      if (typeof member !== 'function') return member
      return (...values: readonly unknown[]) => {
        count(String(name), values)
        return Reflect.apply(member, target, values)
      }
    },
  })
}

function count(name: string, [, content]: readonly unknown[]): void {
  const scope = currentScope()
  if (scope === undefined) return
  if (classA.includes(name)) scope.bucketWrites += 1
  if (classB.includes(name)) scope.bucketReads += 1
  if (ArrayBuffer.isView(content)) scope.bucketBytesWritten += content.byteLength
}
