import { type Parsed, parsed, quoted, refused } from '../../base/parsed.ts'
import { type Tile, tileWidth } from './tile.ts'

export const checkpointPath = 'checkpoint'

/** The path of a tile: `tile/0/x001/x234/067`; of a partial one `tile/1/000.p/8`. */
export const tilePath = (tile: Tile): string => `tile/${tile.level}/${placeOf(tile)}`

/** A file of entries. The tile with their leaf hashes has the same index and width. */
type Bundle = Omit<Tile, 'level'>

/** The path of a bundle: `tile/entries/x001/x234/067`; of a partial one `tile/entries/000.p/8`. */
export const entriesPath = (bundle: Bundle): string => `tile/entries/${placeOf(bundle)}`

/** Names a tile or, with the level `entries`, a bundle. */
export interface TileName extends Bundle {
  readonly level: number | 'entries'
}

const levelMax = 63

/** Refuses every spelling that `tilePath` and `entriesPath` would not write. */
export function parseTilePath(path: string): Parsed<TileName> {
  const [, level = '', groups = '', width] =
    /^tile\/(entries|0|[1-9][0-9]?)\/((?:x[0-9]{3}\/)*[0-9]{3})(?:\.p\/([1-9][0-9]{0,2}))?$/.exec(path) ?? []
  const name: TileName = {
    level: level === 'entries' ? level : Number(level),
    index: Number(groups.replaceAll(/[x/]/g, '')),
    width: width === undefined ? tileWidth : Number(width),
  }
  const isWritten = level !== '' && Number.isSafeInteger(name.index) && pathOf(name) === path
  if (!isWritten || Number(name.level) > levelMax)
    return refused(`Got ${quoted(path)}, wanted the path of a tile such as tile/0/x001/067 or tile/entries/000.p/8`)
  return parsed(name)
}

export const pathOf = ({ level, ...bundle }: TileName): string =>
  level === 'entries' ? entriesPath(bundle) : tilePath({ level, ...bundle })

/** The index in groups of three digits, each but the last marked by an x; behind it the width of a partial tile. */
function placeOf({ index, width }: Bundle): string {
  const groups = [lastGroupOf(index)]
  for (let remainder = Math.floor(index / groupSize); remainder > 0; remainder = Math.floor(remainder / groupSize))
    groups.unshift(`x${lastGroupOf(remainder)}`)
  return `${groups.join('/')}${width === tileWidth ? '' : `.p/${width}`}`
}

const groupSize = 1_000

const lastGroupOf = (index: number): string => String(index % groupSize).padStart(3, '0')
