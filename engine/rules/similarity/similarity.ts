import { createDice, tokenPoolOf, trigramPoolOf } from './dice.ts'
import { letterPoolOf, measureJaroWinkler, measureLevenshtein } from './letter-measures.ts'
import { type Measure, type Similarity, wholeBasisPoints } from './similarity-bounds.ts'
import { noText, numberRows, type Sides, type TextPool, type TextRows } from './text-pool.ts'

export type { Similarity } from './similarity-bounds.ts'

/** Similarities in basis points; undefined below the wanted minimum. */
interface PairSimilarity {
  ofTexts(left: string, right: string): number | undefined
  /** The test by rows gives `noText` where a row has no text. Each row's text is read as a string once. */
  ofRows(rows: PairedRows): (source: number, target: number) => number | undefined
}

interface PairedRows {
  readonly source: TextRows
  readonly target: TextRows
}

/**
 * Compares texts that are not empty; equal texts have 10,000 basis points. The parts of a text are kept for all
 * comparisons between the same sides.
 */
export function openSimilarity(similarity: Similarity, sides: Sides): PairSimilarity {
  const { pool, ...measure } = measureOf(similarity, sides)
  const numbered = rememberLast(pool, measure, similarity.min)
  return {
    ofTexts(left, right) {
      pool.makeRoom()
      return numbered(pool.numberOf(left), pool.numberOf(right))
    },
    ofRows({ source, target }) {
      const [sourceNumber, targetNumber] = [numberRows(pool, source), numberRows(pool, target)]
      return (sourceRow, targetRow) => {
        pool.makeRoom()
        const [left, right] = [sourceNumber(sourceRow), targetNumber(targetRow)]
        return left === noText || right === noText ? noText : numbered(left, right)
      }
    },
  }
}

function measureOf({ method, min }: Similarity, sides: Sides): Measure & { readonly pool: TextPool } {
  switch (method) {
    case 'levenshtein':
      return { pool: letterPoolOf(sides).pool, ...measureLevenshtein(letterPoolOf(sides), min) }
    case 'jaro-winkler':
      return { pool: letterPoolOf(sides).pool, ...measureJaroWinkler(letterPoolOf(sides), min) }
    case 'trigram':
      return { pool: trigramPoolOf(sides).pool, ...createDice(trigramPoolOf(sides).bags, min) }
    case 'token-set':
      return { pool: tokenPoolOf(sides).pool, ...createDice(tokenPoolOf(sides).bags, min) }
  }
}

/** Remembers the last pair: after a pair has been found to hold, its similarity is asked for again to rank it. */
function rememberLast(
  pool: TextPool,
  { measure, restart }: Measure,
  min: number,
): (left: number, right: number) => number | undefined {
  let [lastLeft, lastRight, similarity] = [noText, noText, 0]
  let epoch = pool.epoch()
  return (left, right) => {
    if (epoch !== pool.epoch()) {
      restart()
      epoch = pool.epoch()
      lastLeft = noText
    }
    if (left !== lastLeft || right !== lastRight) {
      similarity = left === right ? wholeBasisPoints : measure(left, right)
      lastLeft = left
      lastRight = right
    }
    return similarity < min ? undefined : similarity
  }
}
