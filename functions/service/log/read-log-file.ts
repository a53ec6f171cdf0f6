import { checkpointInNote, cutFile, pathOf, type TileName, tileAt } from '@tallystick/engine/log'
import type { LogObjects } from '../store/log-objects.ts'

/**
 * The bytes of a tile or of an entry bundle; undefined where the log has none. A missing partial one is cut out of the
 * wider one in its place, so that every width up to that of the published log can be read. One read of R2, and two more
 * for a cut.
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
