import type { Judgement, VerifierName } from './judge.ts'
import type { Tampered } from './tampered.ts'

/**
 * How many files were changed in each way, how many of them may hold, for how many all programs have one verdict, and how
 * many of the others were accepted by any. Wanted: as many in the third column as in the first, and none in the last.
 */
export function verdictTable(
  tampered: readonly Tampered[],
  judgements: ReadonlyMap<VerifierName, readonly Judgement[]>,
): string {
  const ways = [...new Set(tampered.map(({ way }) => way))].sort()
  const rows = ways.map((way) => rowOf(way, tampered, judgements))
  const all = [...rows, rowOf('', tampered, judgements)]
  const header = [
    'way',
    'files',
    'may hold',
    'one verdict',
    'sound',
    'by own keys',
    'broken',
    'unreadable',
    'accepted lies',
  ]
  return [header, ...all]
    .map((row) => row.map((cell, index) => (index === 0 ? cell.padEnd(32) : cell.padStart(14))).join(''))
    .join('\n')
}

function rowOf(
  way: string,
  tampered: readonly Tampered[],
  judgements: ReadonlyMap<VerifierName, readonly Judgement[]>,
): readonly string[] {
  const indexes = tampered.flatMap((each, index) => (way === '' || each.way === way ? [index] : []))
  const codesAt = (index: number) => [...judgements.values()].map((each) => each[index]?.code)
  const count = (isSo: (index: number) => boolean): string => String(indexes.filter(isSo).length)
  const are = (code: number) => count((index) => codesAt(index).every((each) => each === code))
  const isLie = (index: number) => !tampered[index]?.mayHold && codesAt(index).some((code) => code === 0 || code === 3)
  return [
    way === '' ? 'all' : way,
    String(indexes.length),
    count((index) => tampered[index]?.mayHold === true),
    count((index) => new Set(codesAt(index)).size === 1),
    ...[0, 3, 1, 2].map(are),
    count(isLie),
  ]
}
