import { compareUtf8 } from '../../base/bytes.ts'

/** What the row of a stored chunk says of it, for readers that skip chunks or find lines by their number. */
export interface ChunkClaims {
  /** Position among the chunks of the dataset, or of its view of the result, from 0. */
  readonly seq: number
  /** Index of its first line in the whole artifact. */
  readonly first: number
  readonly count: number
  /** Of a dataset's chunk: the least and the greatest id. */
  readonly idMin?: string
  readonly idMax?: string
  /** Of a result's chunk: the view that all its lines are of, and the JSON text of their counts. */
  readonly view?: string
  readonly counts?: string
}

/** What a reader found in a line, for the claims of the chunk that holds it. */
export interface LineFacts {
  /** Of a dataset's line. */
  readonly id?: string
  /** Of a result's line: its view, and the key under which the chunk counts it. */
  readonly view?: string
  readonly key?: string
}

export interface ChunkAudit {
  /** What is wrong with the claims of the next chunk, whose lines begin at `first`; undefined when they all hold. */
  take(claims: ChunkClaims, first: number, lines: readonly LineFacts[]): string | undefined
}

/** Checks the chunks of one artifact, in order, against their lines. */
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
      const wrong = claimNames.find((name) => claims[name] !== wanted[name])
      if (wrong === undefined) return undefined
      return `The chunk that begins with line ${first + 1} says ${wrong} ${claims[wrong]}; its lines say ${wanted[wrong]}`
    },
  }
}

const claimNames = ['seq', 'first', 'count', 'idMin', 'idMax', 'view', 'counts'] as const

/** The least (-1) or greatest (1) id by UTF-8 bytes. */
function extreme(lines: readonly LineFacts[], sign: -1 | 1): string {
  const [first = '', ...rest] = lines.map(({ id = '' }) => id)
  return rest.reduce((best, id) => (sign * compareUtf8(id, best) > 0 ? id : best), first)
}

const viewOf = (lines: readonly LineFacts[]): string => [...new Set(lines.map(({ view }) => view))].join(' and ')

/** In order of first appearance, as the writer of the artifact counts. */
function countsOf(lines: readonly LineFacts[]): string {
  const counts = new Map<string, number>()
  for (const { key } of lines) if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1)
  return JSON.stringify(Object.fromEntries(counts))
}
