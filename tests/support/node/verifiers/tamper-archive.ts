import { deflateRawSync } from 'node:zlib'
import type { Random } from '../../../bench/random.ts'
import { type PackFiles, zipped } from '../pack.ts'
import { entryOf, localOf, patched } from '../zip-bytes.ts'
import { tamperBytes } from './tamper-text.ts'

/** Changes of an archive, or of which files are in it. */

/** The bytes of an archive changed anywhere, or in a field of a file's records. */
export function tamperArchive(random: Random, files: PackFiles): Uint8Array {
  const archive = Buffer.from(zipped(files))
  const name = nameIn(random, files)
  const way = random.between(0, 8)
  if (way < 2) return tamperBytes(random, archive)
  if (way === 2) return Buffer.concat([archive, Buffer.from(random.pick(['x', '\0', 'PK\u0005\u0006']))])
  if (way === 3) return archive.subarray(0, random.between(0, archive.length - 1))
  if (way === 4)
    return patched(archive, (copy) =>
      copy.writeUInt8(random.between(0, 255), entryOf(copy, name) + random.between(0, 45)),
    )
  if (way === 5)
    return patched(archive, (copy) =>
      copy.writeUInt8(random.between(0, 255), localOf(copy, name) + random.between(0, 29)),
    )
  if (way === 6)
    return patched(archive, (copy) => copy.writeUInt8(random.between(0, 255), copy.length - 1 - random.between(0, 21)))
  if (way === 7)
    return patched(archive, (copy) => {
      const start = localOf(copy, name) + 30 + name.length
      copy.writeUInt8(random.between(0, 255), start + random.between(0, 4))
    })
  return patched(archive, (copy) =>
    copy.write(
      random.pick(['A', '/', '\u0000', 'ä']),
      random.pick([entryOf(copy, name) + 46, localOf(copy, name) + 30]),
    ),
  )
}

/** Other files, in another order, under other names, exchanged or compressed. */
export function tamperNames(random: Random, files: PackFiles): PackFiles {
  const entries = [...files]
  const [at, to] = [random.between(0, entries.length - 1), random.between(0, entries.length - 1)]
  const [name, bytes] = entries[at] ?? ['', new Uint8Array()]
  const [other, otherBytes] = entries[to] ?? ['', new Uint8Array()]
  const changed: readonly (readonly [string, Uint8Array])[] = random.pick([
    entries.toSpliced(at, 1),
    entries.toSpliced(at, 1).toSpliced(to, 0, [name, bytes]),
    entries.toSpliced(at, 0, [random.pick(['anchor.json', 'virus.exe', 'a/b', '', 'README.txt ']), bytes]),
    entries.toSpliced(at, 1, [name, otherBytes]),
    entries.toSpliced(at, 1, [`${name}${random.pick([' ', '.', 'x'])}`, bytes]),
    entries.toSpliced(at, 1, [name, new Uint8Array()]),
    entries.toSpliced(at, 1, [name, deflateRawSync(bytes)]),
    entries.map((entry) => (entry[0] === name ? [other, bytes] : entry[0] === other ? [name, otherBytes] : entry)),
  ])
  return new Map(changed)
}

const nameIn = (random: Random, files: PackFiles): string => [...files.keys()][random.between(0, files.size - 1)] ?? ''
