import type { Steps } from '../rows/steps.ts'
import type { ZipFile } from './zip-archive.ts'

const byteCountMax = 1024 * 1024

/** The first `byteCount` bytes of a file; fewer if the file is shorter or damaged. */
export function* readHead(file: ZipFile, byteCount: number): Steps<Uint8Array> {
  const head = new Uint8Array(Math.min(byteCount, file.byteCount))
  let length = 0
  yield* file.unpack((part) => {
    const taken = part.subarray(0, head.length - length)
    head.set(taken, length)
    length += taken.length
    return length < head.length
  })
  return head.subarray(0, length)
}

export function* readWhole(file: ZipFile | undefined): Steps<string> {
  return file === undefined ? '' : new TextDecoder('utf-8').decode(yield* readHead(file, byteCountMax))
}
