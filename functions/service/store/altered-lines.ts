/**
 * Stored lines are not those that were stored, or some of them are gone: nothing is answered from what is left, which would
 * pass for the whole. `part` names what is wrong, such as `chunk 3 of the dataset dat_…`; the message is a sentence for a person.
 */
export class AlteredLinesError extends Error {
  override readonly name = 'AlteredLinesError'
  readonly part: string

  constructor(part: string, fault: string) {
    super(`${part[0]?.toUpperCase()}${part.slice(1)} ${fault}.`)
    this.part = part
  }
}

/** A chunk as far as it says where in an artifact its lines are. */
export interface PlacedChunk {
  readonly seq: number
  /** Index of its first line in the artifact. */
  readonly first: number
  readonly count: number
}

/** Where a reading of an artifact begins. */
export interface ChunkOrder {
  /** Names the artifact: `the dataset dat_…`. */
  readonly name: string
  readonly seq: number
  readonly first: number
}

/**
 * Follows chunks that are read in order: each has to begin where the one before ends. `take` throws `AlteredLinesError` at
 * the first that does not, and `end` unless the last ended at line `lineCount`.
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
