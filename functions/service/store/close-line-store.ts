import { linesOf, toHex, utf8 } from '@tallystick/engine/base'
import { createLineTree } from '@tallystick/engine/merkle'
import { closeLines } from '@tallystick/schema/close-tables'
import { and, asc, eq, gt } from 'drizzle-orm'
import { sha256 } from '../platform/hasher.ts'
import { nextEvent } from '../platform/slices.ts'
import { AlteredLinesError } from './altered-lines.ts'
import type { Database } from './database.ts'
import { storageStore } from './storage-store.ts'

/** Statements about lines of the close: an owner has parts of whole lines, of at most half a megabyte. */
export const closeLineStore = (db: Database) => ({
  insert: (tenantId: string, owner: string, { seq, text }: { readonly seq: number; readonly text: string }) =>
    db.insert(closeLines).values({ tenantId, owner, seq, text }),

  /** Changes nothing where the owner, which names its lines by their root, has them. */
  keep: (tenantId: string, owner: string, { seq, text }: { readonly seq: number; readonly text: string }) =>
    db.insert(closeLines).values({ tenantId, owner, seq, text }).onConflictDoNothing(),

  /** Parts from `fromSeq` on. */
  range: (tenantId: string, owner: string, { fromSeq, limit }: { readonly fromSeq: number; readonly limit: number }) =>
    db
      .select({ seq: closeLines.seq, text: closeLines.text })
      .from(closeLines)
      .where(and(eq(closeLines.tenantId, tenantId), eq(closeLines.owner, owner), gt(closeLines.seq, fromSeq - 1)))
      .orderBy(asc(closeLines.seq))
      .limit(limit),
})

/** The first parts of an owner, for `closeTextOf` and `rootedText`. Few owners have more. */
export const firstPartsOf = (db: Database, tenantId: string, owner: string) =>
  closeLineStore(db).range(tenantId, owner, { fromSeq: 0, limit: firstPartCount })

type FirstParts = Awaited<ReturnType<typeof firstPartsOf>>

interface OwnerReading {
  readonly owner: string
  readonly first?: FirstParts | undefined
}

/** The text of an owner, not checked. A round trip for every two megabytes, of which `first` saves one. */
export async function closeTextOf(db: Database, tenantId: string, reading: OwnerReading): Promise<string> {
  let text = ''
  for await (const part of closePartsOf(db, tenantId, reading)) text += part
  return text
}

/** The same part by part, which takes little memory. */
export async function* closePartsOf(
  db: Database,
  tenantId: string,
  { owner, first }: OwnerReading,
): AsyncGenerator<string> {
  let [parts, limit, fromSeq] = [first, firstPartCount, 0]
  while (true) {
    if (parts === undefined) {
      limit = partCountAtOnce
      parts = await closeLineStore(db).range(tenantId, owner, { fromSeq, limit })
    }
    for (const { text } of parts) yield text
    if (parts.length < limit) return
    fromSeq += parts.length
    parts = undefined
  }
}

const partCountAtOnce = 4
/** Eight megabytes: the lines of some 20,000 items of an opening. */
const firstPartCount = 16

/** Lines of a period by their root. Their parts may be read as they are stored. */
export interface RootedLines {
  readonly root: string
  readonly parts: AsyncIterable<string> | readonly string[]
}

/** Hashes lines, each ended by a newline. Lets other requests have their turn after each half megabyte. */
export async function rootedLines(text: string): Promise<RootedLines> {
  const tree = createLineTree(sha256)
  const parts = partsOfLines(linesOf(text))
  for (const [index, part] of parts.entries()) {
    if (index > 0) await nextEvent()
    tree.addLines(utf8(part))
  }
  return { root: toHex(tree.root()), parts }
}

/** Stores lines of a period under their roots, unless they are stored. Goes before the run that names them. */
export async function keepRooted(
  db: Database,
  tenantId: string,
  { periodId, lines }: { readonly periodId: string; readonly lines: readonly RootedLines[] },
): Promise<void> {
  const keepSome = async ([first, ...others]: readonly ReturnType<ReturnType<typeof closeLineStore>['keep']>[]) =>
    first && db.batch([first, ...others, storageStore(db).requireRoom(tenantId)])
  let inserts: ReturnType<ReturnType<typeof closeLineStore>['keep']>[] = []
  for (const { root, parts } of lines) {
    let seq = 0
    for await (const text of parts) {
      inserts.push(closeLineStore(db).keep(tenantId, ownerOfLines(periodId, root), { seq, text }))
      seq += 1
      if (inserts.length < partCountAtOnce) continue
      await keepSome(inserts)
      inserts = []
    }
  }
  await keepSome(inserts)
}

interface RootedReading {
  readonly periodId: string
  readonly root: string
  readonly first?: FirstParts
}

/** The text of lines of a period. Throws `AlteredLinesError` unless it has the root. */
export async function rootedText(db: Database, tenantId: string, reading: RootedReading): Promise<string> {
  let text = ''
  for await (const part of rootedPartsOf(db, tenantId, reading)) text += part
  return text
}

/** The same part by part: the last one is followed by the error. */
export async function* rootedPartsOf(
  db: Database,
  tenantId: string,
  { periodId, root, first }: RootedReading,
): AsyncGenerator<string> {
  const tree = createLineTree(sha256)
  const altered = () => new AlteredLinesError(`lines of the period ${periodId}`, `do not have their root ${root}`)
  for await (const part of closePartsOf(db, tenantId, { owner: ownerOfLines(periodId, root), first })) {
    if (tree.size() > 0) await nextEvent()
    if (!part.endsWith('\n')) throw altered()
    tree.addLines(utf8(part))
    yield part
  }
  if (toHex(tree.root()) !== root) throw altered()
}

export const ownerOfLines = (periodId: string, root: string): string => `${periodId}-${root}`

/** A row of D1 has at most 2,000,000 bytes, and a character at most three. */
const partLengthMax = 500_000

/** Lines, each ended by a newline, in texts of at most 500,000 characters unless a single line is longer. */
export function partsOfLines(lines: readonly string[]): readonly string[] {
  const { add, end } = createLineParts()
  return [...add(lines), ...end()]
}

/** The same for lines that come a few at a time: equal lines give equal parts. */
export async function* partsOfTexts(texts: AsyncIterable<string>): AsyncGenerator<string> {
  const { add, end } = createLineParts()
  for await (const text of texts) yield* add(linesOf(text))
  yield* end()
}

function createLineParts() {
  let part = ''
  return {
    /** The parts that are full. */
    *add(lines: readonly string[]): Generator<string> {
      for (const line of lines) {
        if (part !== '' && part.length + line.length >= partLengthMax) {
          yield part
          part = ''
        }
        part += `${line}\n`
      }
    },
    end: (): readonly string[] => (part === '' ? [] : [part]),
  }
}
