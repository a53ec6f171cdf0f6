import { fromUtf8, toHex, utf8 } from '@tallystick/engine/base'
import { sha256 } from '../platform/hasher.ts'
import { ProblemError } from './problem.ts'

export interface PageQuery {
  readonly limit: number
  readonly cursor?: string | undefined
}

export interface Page<Item> {
  data: Item[]
  nextCursor: string | null
}

/** The sort values of the last item of a page. */
export type Position = readonly (string | number)[]

export interface PageParts<Row, Item> {
  readonly limit: number
  /** See `encodeCursor`. */
  readonly query: readonly string[]
  readonly positionOf: (row: Row) => Position
  readonly show: (row: Row) => Item
}

export function pageOf<Row, Item>(rows: readonly Row[], parts: PageParts<Row, Item>): Page<Item> {
  const { limit, query, positionOf, show } = parts
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { data: shown.map(show), nextCursor: last === undefined ? null : encodeCursor(query, positionOf(last)) }
}

/**
 * A cursor is opaque. It contains a digest of the query (tenant, route, filters; not the limit): another list refuses
 * it.
 */
export function encodeCursor(query: readonly string[], position: Position): string {
  const text = JSON.stringify([digestOf(query), ...position])
  return btoa(String.fromCharCode(...utf8(text)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** Throws `invalid_cursor` for a cursor of another query, or values of other types than `shape`. */
export function decodeCursor<const Shape extends readonly ('string' | 'number')[]>(
  query: readonly string[],
  cursor: string | undefined,
  shape: Shape,
): PositionOf<Shape> | undefined {
  if (cursor === undefined) return undefined
  const [digest, ...position] = parse(cursor)
  if (digest !== digestOf(query) || !fits(position, shape)) throw new ProblemError('invalid_cursor')
  return position
}

type PositionOf<Shape extends readonly ('string' | 'number')[]> = {
  readonly [Index in keyof Shape]: Shape[Index] extends 'string' ? string : number
}

/** The digest is no secret: it only has to differ between queries. */
const digestOf = (query: readonly string[]): string => toHex(sha256(utf8(JSON.stringify(query)))).slice(0, 16)

function parse(cursor: string): readonly unknown[] {
  try {
    const bytes = Uint8Array.from(atob(cursor.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
    const value: unknown = JSON.parse(fromUtf8(bytes))
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

const fits = <Shape extends readonly ('string' | 'number')[]>(
  position: readonly unknown[],
  shape: Shape,
): position is PositionOf<Shape> =>
  position.length === shape.length &&
  position.every((value, index) => typeof value === shape[index] && (typeof value === 'string' || isCount(value)))

/** Every number of a position is a count or a time. */
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0
