/** Stored lines are gone or were changed. `part` names the place, such as `chunk 3 of the dataset dat_…`. */
export class AlteredLinesError extends Error {
  override readonly name = 'AlteredLinesError'
  readonly part: string

  constructor(part: string, fault: string) {
    super(`${part[0]?.toUpperCase()}${part.slice(1)} ${fault}.`)
    this.part = part
  }
}

interface PlacedChunk {
  readonly seq: number
  readonly first: number
  readonly count: number
}

export interface ChunkOrder {
  /** For example `the dataset dat_…`. */
  readonly name: string
  readonly seq: number
  readonly first: number
}

/**
 * Checks chunks in their order: `take` throws `AlteredLinesError` at a gap, `end` unless they end at line `lineCount`.
 */
export function followChunks({ name, seq: firstSeq, first: firstLine }: ChunkOrder) {
  let [seq, first] = [firstSeq, firstLine]
  return {
    take(chunk: PlacedChunk): void {
      if (chunk.seq !== seq) throw new AlteredLinesError(`chunk ${seq} of ${name}`, 'is gone')
      if (chunk.first !== first)
        throw new AlteredLinesError(
          `chunk ${seq} of ${name}`,
          `begins with line ${chunk.first + 1} by its row, and ${first} lines lie before it`,
        )
      seq += 1
      first += chunk.count
    },
    end(lineCount: number): void {
      if (first < lineCount)
        throw new AlteredLinesError(`chunk ${seq} of ${name}`, `is gone: ${first} of ${lineCount} lines are there`)
      if (first > lineCount)
        throw new AlteredLinesError(name, `has ${first} lines by its rows, and ${lineCount} were stored`)
    },
  }
}
