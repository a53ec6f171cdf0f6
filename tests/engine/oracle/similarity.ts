import type { SimilarityMethod } from '../../../engine/rules/language/language.ts'

/** Similarity as rules.md defines it, in basis points, by the textbook. Texts are not empty. */
export function similarityNaively(method: SimilarityMethod, left: string, right: string): number {
  if (left === right) return 10_000
  const [a, b] = [[...left], [...right]]
  if (method === 'levenshtein') {
    const length = Math.max(a.length, b.length)
    return Math.floor((10_000 * (length - distance(a, b))) / length)
  }
  if (method === 'jaro-winkler') return jaroWinkler(a, b)
  return method === 'trigram'
    ? dice(trigrams(a), trigrams(b))
    : dice(left.trim().split(/\s+/), right.trim().split(/\s+/))
}

/** The whole table of Wagner and Fischer. */
function distance(a: readonly string[], b: readonly string[]): number {
  const table = [b.map((_, column) => column).concat(b.length)]
  for (const [row, character] of a.entries()) {
    const above = table[row] ?? []
    const cells = [row + 1]
    for (const [column, other] of b.entries())
      cells.push(
        Math.min(
          (above[column] ?? 0) + (character === other ? 0 : 1),
          (above[column + 1] ?? 0) + 1,
          (cells[column] ?? 0) + 1,
        ),
      )
    table.push(cells)
  }
  return table[a.length]?.[b.length] ?? 0
}

/** Jaro and Winkler over a common divisor of 6·m·|a|·|b|. */
function jaroWinkler(a: readonly string[], b: readonly string[]): number {
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1)
  const taken = new Set<number>()
  const common = a.filter((character, index) => {
    const found = b.findIndex((other, at) => other === character && !taken.has(at) && Math.abs(at - index) <= reach)
    if (found >= 0) taken.add(found)
    return found >= 0
  })
  if (common.length === 0) return 0
  const others = b.filter((_, index) => taken.has(index))
  const displaced = common.filter((character, index) => character !== others[index]).length
  const m = common.length
  const whole = 6 * m * a.length * b.length
  const jaro = 2 * m * m * b.length + 2 * m * m * a.length + (2 * m - displaced) * a.length * b.length
  let prefix = 0
  while (prefix < 4 && a[prefix] !== undefined && a[prefix] === b[prefix]) prefix += 1
  return Math.floor((1_000 * (10 * jaro + prefix * (whole - jaro))) / whole)
}

const trigrams = (characters: readonly string[]): string[] =>
  characters.length < 3
    ? [characters.join('')]
    : characters.slice(2).map((_, start) => characters.slice(start, start + 3).join(''))

/** Twice what both have, each of it paired once. */
function dice(left: readonly string[], right: readonly string[]): number {
  const rest = [...right]
  const shared = left.filter((part) => {
    const found = rest.indexOf(part)
    if (found >= 0) rest.splice(found, 1)
    return found >= 0
  })
  return Math.floor((20_000 * shared.length) / (left.length + right.length))
}
