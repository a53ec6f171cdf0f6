import { compareUtf8 } from '../../base/bytes.ts'

/**
 * What the row of a stored chunk claims about its lines. Readers rely on these claims to skip chunks and to find lines
 * by number.
 */
export interface ChunkClaims {
  readonly seq: number
  readonly first: number
  readonly count: number
  /** Only for a chunk of a dataset. */
  readonly idMin?: string
  readonly idMax?: string
  /** Only for a chunk of a result; `counts` is JSON text. */
  readonly view?: string
  readonly counts?: string
  readonly isAsHashed?: boolean
}

export interface LineFacts {
  readonly id?: string
  /** Only for a line of a result; `key` is the member of `counts` that counts the line. */
  readonly view?: string
  readonly key?: string
}

interface ChunkAudit {
  take(claims: ChunkClaims, first: number, lines: readonly LineFacts[]): string | undefined
}

export function createChunkAudit(): ChunkAudit {
  let last: { readonly seq: number; readonly view: string | undefined } = { seq: -1, view: undefined }
  return {
    take(claims, first, lines) {
      const seq = claims.view === last.view ? last.seq + 1 : 0
      last = { seq, view: claims.view }
      const wanted: ChunkClaims = {
        seq,
        first,
        count: lines.length,
        ...(claims.idMin !== undefined && { idMin: extreme(lines, -1) }),
        ...(claims.idMax !== undefined && { idMax: extreme(lines, 1) }),
        ...(claims.view !== undefined && { view: viewOf(lines) }),
        ...(claims.counts !== undefined && { counts: countsOf(lines) }),
      }
      if (claims.isAsHashed === false)
        return `The chunk that begins with line ${first + 1} does not have the hash of its row`
      const wrong = claimNames.find((name) => claims[name] !== wanted[name])
      if (wrong === undefined) return undefined
      return `The chunk that begins with line ${first + 1} says ${wrong} ${claims[wrong]}; its lines say ${wanted[wrong]}`
    },
  }
}

const claimNames = ['seq', 'first', 'count', 'idMin', 'idMax', 'view', 'counts'] as const

/** The least (-1) or greatest (1) id by UTF-8 bytes; empty where no line has an id. */
function extreme(lines: readonly LineFacts[], sign: -1 | 1): string {
  const ids = lines.map(({ id = '' }) => id)
  if (ids.length === 0) return ''
  return ids.reduce((best, id) => (sign * compareUtf8(id, best) > 0 ? id : best))
}

const viewOf = (lines: readonly LineFacts[]): string => [...new Set(lines.map(({ view }) => view))].join(' and ')

/** The counts by key as JSON, keys in order of first appearance, like the writer of the artifact. */
function countsOf(lines: readonly LineFacts[]): string {
  const counts = new Map<string, number>()
  for (const { key } of lines) if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1)
  return JSON.stringify(Object.fromEntries(counts))
}
