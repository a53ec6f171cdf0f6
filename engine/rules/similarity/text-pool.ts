import { int32At } from '../../base/at.ts'

/**
 * Objects that stand for the two sides of a run, such as their tables. What is read for them lives as long as they do.
 */
export interface Sides {
  readonly source: object
  readonly target: object
}

export interface TextReader {
  /** Keeps what the method needs of the next text. Returns how many numbers of 4 bytes that takes. */
  read(text: string): number
  clear(): void
}

/** Different texts, numbered from 0 in the order in which they came. Each is read once. */
export interface TextPool {
  /** How often the pool has started anew. Numbers of texts hold within one epoch. */
  epoch(): number
  /** Starts a new epoch if the pool is full. To be called before the numbers of a pair are asked for, and only then. */
  makeRoom(): void
  numberOf(text: string): number
}

/** 128 MB in all: more than the texts of most runs take. */
const poolNumberCountMax = 2 ** 25

export function createTextPool(reader: TextReader, keptNumberCountMax = poolNumberCountMax): TextPool {
  const numberByText = new Map<string, number>()
  let epoch = 0
  let kept = 0
  return {
    epoch: () => epoch,
    makeRoom() {
      if (kept <= keptNumberCountMax) return
      numberByText.clear()
      reader.clear()
      kept = 0
      epoch += 1
    },
    numberOf(text) {
      const known = numberByText.get(text)
      if (known !== undefined) return known
      const number = numberByText.size
      numberByText.set(text, number)
      kept += reader.read(text)
      return number
    },
  }
}

export function sharedBySides<Shared>(create: () => Shared): (sides: Sides) => Shared {
  const sharedBySource = new WeakMap<object, WeakMap<object, Shared>>()
  return ({ source, target }) => {
    const sharedByTarget = sharedBySource.get(source) ?? new WeakMap<object, Shared>()
    sharedBySource.set(source, sharedByTarget)
    const shared = sharedByTarget.get(target) ?? create()
    sharedByTarget.set(target, shared)
    return shared
  }
}

export interface TextRows {
  readonly rowCount: number
  textAt(row: number): string | undefined
}

export const noText = -1

const unread = -2

const noEpoch = -1

/**
 * Row → the number of its text in a pool, or `noText`. Looked up once a row: finding a string in a map takes as long as
 * comparing two. 4 bytes a row, from the first call on.
 */
export function numberRows(pool: TextPool, { rowCount, textAt }: TextRows): (row: number) => number {
  let numbers = new Int32Array()
  let epoch = noEpoch
  return (row) => {
    if (epoch !== pool.epoch()) {
      epoch = pool.epoch()
      if (numbers.length === rowCount) numbers.fill(unread)
      else numbers = new Int32Array(rowCount).fill(unread)
    }
    const known = int32At(numbers, row)
    if (known !== unread) return known
    const text = textAt(row)
    const number = text === undefined ? noText : pool.numberOf(text)
    numbers[row] = number
    return number
  }
}
