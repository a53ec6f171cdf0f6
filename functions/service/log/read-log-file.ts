import { checkpointInNote, cutFile, pathOf, type TileName, tileAt } from '@tallystick/engine/log'
import type { LogObjects } from '../store/log-objects.ts'

/**
 * A tile or an entry bundle; undefined if the log has none. A partial one may be cut out of a wider one: of sizes that are
 * published together only the last one has files.
 */
export async function readLogFile(objects: LogObjects, name: TileName): Promise<Uint8Array | undefined> {
  const found = await objects.read(pathOf(name))
  if (found !== undefined) return found
  const published = await objects.newest()
  const checkpoint = published && checkpointInNote(published.note)
  if (!checkpoint?.ok) return undefined
  const level = name.level === 'entries' ? 0 : name.level
  const widest = tileAt(checkpoint.value.size, { level, index: name.index })
  if (widest === undefined || widest.width <= name.width) return undefined
  const wider = await objects.read(pathOf({ ...name, width: widest.width }))
  return wider && cutFile(name, wider)
}
