/** Names are paths below the run. A file is written whole, once or again with the same bytes. */
export interface PieceStore {
  /** At most `length` bytes from `offset` on; undefined where there is no such file. */
  read(name: string, offset?: number, length?: number): Promise<Uint8Array | undefined>
  write(name: string, bytes: Uint8Array): Promise<void>
  /** The files whose names begin with `prefix`, by name. */
  list(prefix: string): Promise<readonly StoredFile[]>
}

export interface StoredFile {
  readonly name: string
  readonly byteCount: number
}

const readByteCount = 4 * 1024 * 1024

/** The bytes of files, one after another. Throws if a file is gone. */
export async function* bytesOfFiles(store: PieceStore, names: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const name of names)
    for (let offset = 0; ; offset += readByteCount) {
      const bytes = await requireFile(store, name, { offset, length: readByteCount })
      if (bytes.length > 0) yield bytes
      if (bytes.length < readByteCount) break
    }
}

export const fileCountAtOnce = 4

/** Whole files, one after another; the next ones are read ahead. Throws if a file is gone. */
export async function* filesInTurn(
  store: PieceStore,
  names: readonly string[],
  countAtOnce = fileCountAtOnce,
): AsyncGenerator<Uint8Array> {
  const reads: Promise<Uint8Array>[] = []
  for (const [index, name] of names.entries()) {
    for (const ahead of names.slice(index + reads.length, index + countAtOnce)) {
      const read = requireFile(store, ahead)
      // A read that fails is reported when its turn comes; if an earlier read has failed, it is never awaited.
      read.catch(() => {})
      reads.push(read)
    }
    yield (await reads.shift()) ?? (await requireFile(store, name))
  }
}

export async function requireFile(
  store: PieceStore,
  name: string,
  { offset, length }: { readonly offset?: number; readonly length?: number } = {},
): Promise<Uint8Array> {
  const bytes = await store.read(name, offset, length)
  if (bytes === undefined) throw new Error(`The file ${name} of the run is gone`)
  return bytes
}

export const writeJson = (store: PieceStore, name: string, value: unknown): Promise<void> =>
  store.write(name, new TextEncoder().encode(JSON.stringify(value)))

export async function readJson<Value>(store: PieceStore, name: string): Promise<Value> {
  return JSON.parse(new TextDecoder().decode(await requireFile(store, name)))
}

export async function* textLinesOf(store: PieceStore, names: readonly string[]): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder()
  let remainder = ''
  for await (const bytes of bytesOfFiles(store, names)) {
    const lines = (remainder + decoder.decode(bytes, { stream: true })).split('\n')
    remainder = lines.pop() ?? ''
    yield lines
  }
}

/** Holds all lines. */
export async function readTextLines(store: PieceStore, names: readonly string[]): Promise<readonly string[]> {
  const all: (readonly string[])[] = []
  for await (const lines of textLinesOf(store, names)) all.push(lines)
  return all.flat()
}

/** The names of the files that a task wrote into a folder, see `createCutFiles`. */
export const filesOfTask = async (store: PieceStore, folder: string, task: string): Promise<readonly string[]> =>
  (await store.list(`${folder}/${task}`)).map(({ name }) => name)

/** Puts files, in their order, into lists of at most `byteCountMax` bytes. A longer file is alone. */
export function filesThatFit(files: readonly StoredFile[], byteCountMax: number): readonly (readonly string[])[] {
  const lists: string[][] = []
  let held = 0
  for (const { name, byteCount } of files) {
    const last = lists.at(-1)
    if (last !== undefined && held + byteCount <= byteCountMax) last.push(name)
    else {
      lists.push([name])
      held = 0
    }
    held += byteCount
  }
  return lists
}
