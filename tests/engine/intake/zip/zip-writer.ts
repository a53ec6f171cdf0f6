import { crc32, deflateRawSync } from 'node:zlib'

/** A file to pack, and what to say of it that is not so. */
export interface PackedFile {
  readonly name: string
  readonly content: string | Uint8Array
  readonly isStored?: boolean
  /** In the directory and before the file alike. */
  readonly flags?: number
  readonly method?: number
  readonly checksum?: number
  readonly byteCount?: number
  /** Only in the header before the file. */
  readonly localName?: string
  readonly localByteCount?: number
  /** Only in the directory. */
  readonly offset?: number
  /** The name as bytes, where it is no UTF-8. */
  readonly nameBytes?: Uint8Array
}

export interface ArchiveFields {
  readonly comment?: string
  readonly count?: number
  readonly disk?: number
  readonly directoryOffset?: number
  /** Bytes before all files. */
  readonly prefix?: string
}

/** A zip, field by field, so that each of them may be wrong. */
export function zipOf(files: readonly PackedFile[], fields: ArchiveFields = {}): Uint8Array {
  const parts: Buffer[] = [Buffer.from(fields.prefix ?? '')]
  const directory: Buffer[] = []
  let offset = parts[0]?.length ?? 0
  for (const file of files) {
    const content = Buffer.from(file.content)
    const packed = file.isStored ? content : deflateRawSync(content)
    const said = {
      flags: file.flags ?? 0,
      method: file.method ?? (file.isStored ? 0 : 8),
      checksum: file.checksum ?? crc32(content),
      packedByteCount: packed.length,
    }
    const byteCount = file.byteCount ?? content.length
    const name = Buffer.from(file.nameBytes ?? Buffer.from(file.name))
    const localName = file.localName === undefined ? name : Buffer.from(file.localName)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50)
    writeSaid(local, 6, { ...said, byteCount: file.localByteCount ?? byteCount })
    local.writeUInt16LE(localName.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50)
    writeSaid(entry, 8, { ...said, byteCount })
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(file.offset ?? offset, 42)
    parts.push(local, localName, packed)
    directory.push(entry, name)
    offset += local.length + localName.length + packed.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(fields.disk ?? 0, 4)
  end.writeUInt16LE(fields.count ?? files.length, 8)
  end.writeUInt16LE(fields.count ?? files.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(fields.directoryOffset ?? offset, 16)
  end.writeUInt16LE(fields.comment?.length ?? 0, 20)
  return Buffer.concat([...parts, listed, end, Buffer.from(fields.comment ?? '')])
}

interface Said {
  readonly flags: number
  readonly method: number
  readonly checksum: number
  readonly packedByteCount: number
  readonly byteCount: number
}

function writeSaid(record: Buffer, at: number, { flags, method, checksum, packedByteCount, byteCount }: Said): void {
  record.writeUInt16LE(flags, at)
  record.writeUInt16LE(method, at + 2)
  record.writeUInt32LE(checksum, at + 8)
  record.writeUInt32LE(packedByteCount, at + 12)
  record.writeUInt32LE(byteCount, at + 16)
}
