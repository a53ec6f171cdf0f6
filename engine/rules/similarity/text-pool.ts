import { int32At } from '../../base/at.ts'

/**
 * Objects that stand for the two sides of a run, such as their tables. Pools of texts live as long as these objects.
 */
export interface Sides {
  readonly source: object
  readonly target: object
}

export interface TextReader {
  /** Stores what a method needs of the next text. Returns how many 4-byte numbers that takes. */
  read(text: string): number
  clear(): void
}

/** Distinct texts, numbered from 0 in the order of their first use. Each is read once. */
export interface TextPool {
  /** How often the pool has been emptied. The number of a text is valid within one epoch. */
  epoch(): number
  /**
   * Empties a full pool, which starts a new epoch. Call it before asking for the two numbers of a pair, never in
   * between.
   */
  makeRoom(): void
  numberOf(text: string): number
}

/** 128 MB of 4-byte numbers: more than the texts of most runs take. */
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
 * Row → the number of its text in a pool, or `noText`. Each row is looked up once, since finding a string in a map
 * takes as long as a comparison. 4 bytes a row from the first call on.
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
