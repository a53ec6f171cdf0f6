import { utf8 } from '@tallystick/engine/base'
import {
  type Checkpoint,
  createTileBuilder,
  entriesPath,
  formatEntries,
  tilePath,
  tileWidth,
} from '@tallystick/engine/log'
import { leafHash } from '@tallystick/engine/merkle'
import { sha256 } from '../platform/hasher.ts'
import { areEqual, type LogObjects } from '../store/log-objects.ts'
import type { Findings } from './audit-findings.ts'

/** Compares the published files of a log with its entries. */
interface FileAudit {
  /** Takes the next entry. Throws what R2 throws. Reads two files for every 256 entries. */
  readonly take: (line: string) => Promise<void>
}

export function auditFiles(objects: LogObjects, published: Checkpoint, findings: Findings): FileAudit {
  const builder = createTileBuilder(sha256)
  let bundle: Uint8Array[] = []
  const compare = async (path: string, bytes: Uint8Array): Promise<void> => {
    const found = await objects.read(path)
    if (found === undefined) findings.fault('tiles', `There is no ${path}.`)
    else if (!areEqual(bytes, found)) findings.fault('tiles', `${path} is not made of the receipts that are stored.`)
  }
  return {
    async take(line) {
      if (builder.size() >= published.size) return
      const entry = utf8(line)
      builder.append(leafHash(sha256, entry))
      bundle.push(entry)
      const isLast = builder.size() === published.size
      if (bundle.length < tileWidth && !isLast) return
      const index = Math.ceil(builder.size() / tileWidth) - 1
      await compare(entriesPath({ index, width: bundle.length }), formatEntries(bundle))
      bundle = []
      for (const tile of [...builder.takeFull(), ...(isLast ? builder.partial() : [])])
        await compare(tilePath(tile), tile.bytes)
    },
  }
}
