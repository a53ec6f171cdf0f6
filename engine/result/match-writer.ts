import { at, byteAt, int32At } from '../base/at.ts'
import { canonicalize } from '../base/canonical.ts'
import type { Slices } from '../base/slices.ts'
import { appendString } from '../base/word-buffer.ts'
import type { BoundRule } from '../match/state/bound-rule.ts'
import { isWhole, type MatchList, type Pair, pairMatch } from '../match/state/match-list.ts'
import type { Match, RunState } from '../match/state/run-state.ts'
import type { Confidence } from '../rules/language/language.ts'
import type { ArtifactWriter } from './artifact.ts'
import type { Coverage } from './coverage.ts'
import type { DifferenceSums } from './difference-sums.ts'
import { idOfLine } from './line-id.ts'
import { isEvenRule, type MatchDifferences } from './match-differences.ts'
import { matchesById, matchLine } from './match-lines.ts'
import { type AppendPair, createPairLine } from './pair-line.ts'
import { blockSize, createReadAhead } from './read-ahead.ts'
import type { SettledUnits } from './settled-units.ts'

interface WrittenMatches {
  readonly confidence: { readonly [level in Confidence]: number }
  /** In the order of their lines. */
  readonly matches: MatchList
  idAt(position: number): string
}

export type LineWriter = Pick<ArtifactWriter, 'buffer' | 'endLine' | 'lineCount' | 'leafHash'>

interface Destination {
  readonly artifact: LineWriter
  readonly coverage: Coverage
  readonly suggestions: readonly Match[]
  readonly settled: SettledUnits
  readonly sums: DifferenceSums
  readonly differences: MatchDifferences
}

/**
 * Writes the lines of a run's matches, then of its suggestions. Also counts each match for coverage and totals: reading
 * its records again would cost as much as writing its line. Suggestions are not counted, since their records stay open.
 */
export function* writeMatches(run: RunState, to: Destination): Slices<WrittenMatches> {
  const { artifact, coverage, suggestions, sums } = to
  const { writerOf, writePair, writeMatch } = createMatchWriter(run, artifact, to.differences)
  const matches = matchesById(run)
  const columns = matches.columns()
  const confidence = { exact: 0, high: 0, medium: 0, low: 0 }
  const firstLine = artifact.lineCount()
  const readAhead = createReadAhead(run, columns, to.settled)
  const areWhole = Uint8Array.from(columns.hows, (how) => Number(isWhole(how)))
  const wholeAt = (index: number): Match | undefined => {
    const place = int32At(columns.howAt, index)
    return byteAt(areWhole, place) === 1 ? matches.at(index) : undefined
  }
  /** Returns the number of records. They are noted in a loop of their own: reads at random overlap in a short loop. */
  const writeBlock = (from: number, to: number): number => {
    let recordCount = 2 * (to - from)
    for (let index = from; index < to; index++) {
      const whole = wholeAt(index)
      if (whole === undefined)
        coverage.addPair({ source: int32At(columns.source, index), target: int32At(columns.target, index) })
      else {
        coverage.add(whole)
        recordCount += whole.source.length + whole.target.length - 2
      }
    }
    for (let index = from; index < to; index++) {
      const whole = wholeAt(index)
      if (whole === undefined) {
        const how = at(columns.hows, int32At(columns.howAt, index))
        const pair = { how, source: int32At(columns.source, index), target: int32At(columns.target, index) }
        if (!writerOf(how.rule).isEven) sums.addMatch(pairMatch(pair))
        confidence[writePair(pair)] += 1
      } else {
        sums.addMatch(whole)
        confidence[writeMatch(whole)] += 1
      }
    }
    return recordCount
  }
  for (let from = 0; from < matches.count(); from += blockSize) {
    const to = Math.min(from + blockSize, matches.count())
    readAhead(from, to)
    const recordCount = writeBlock(from, to)
    if (run.work.endsSlice(stepsOfRecord * recordCount)) yield
  }
  run.work.spend(stepsOfSuggestion * suggestions.length)
  for (const suggestion of suggestions) {
    const [source, target] = [at(suggestion.source, 0), at(suggestion.target, 0)]
    if (suggestion.nodes === undefined) writePair({ how: suggestion, source, target })
    else writeMatch(suggestion)
    if (run.work.endsSlice(stepsOfSuggestion)) yield
  }
  return {
    confidence,
    matches,
    idAt: (position) => idOfLine('match', artifact.leafHash(firstLine + position)),
  }
}

const [stepsOfRecord, stepsOfSuggestion] = [500, 1_000]

/**
 * Writes most pairs directly from columns. Groups, and pairs of unusual rules, are written from the object of
 * `matchLine`.
 */
function createMatchWriter(run: RunState, artifact: LineWriter, differences: MatchDifferences) {
  const known = new Map<BoundRule, RuleWriter>()
  const makeWriter = (rule: BoundRule): RuleWriter => {
    const { id, action } = rule.compiled.rule
    const writer = {
      rule,
      view: action === 'suggest' ? ('suggestions' as const) : ('matches' as const),
      appendPair: createPairLine(run, rule, differences),
      isEven: isEvenRule(rule),
      keys: { exact: `exact|${id}`, high: `high|${id}`, medium: `medium|${id}`, low: `low|${id}` },
    }
    known.set(rule, writer)
    return writer
  }
  let last: RuleWriter | undefined
  const writerOf = (rule: BoundRule): RuleWriter => {
    if (last?.rule !== rule) last = known.get(rule) ?? makeWriter(rule)
    return last
  }
  const writeMatch = (match: Match): Confidence => {
    const { view, keys } = writerOf(match.rule)
    const line = matchLine(run, match)
    appendString(artifact.buffer, canonicalize(line))
    artifact.endLine(view, keys[line.confidence])
    return line.confidence
  }
  return {
    writerOf,
    writeMatch,
    writePair(pair: Pair): Confidence {
      const { view, keys, appendPair } = writerOf(pair.how.rule)
      if (appendPair === undefined) return writeMatch(pairMatch(pair))
      const confidence = appendPair(artifact.buffer, pair)
      artifact.endLine(view, keys[confidence])
      return confidence
    },
  }
}

interface RuleWriter {
  readonly rule: BoundRule
  readonly view: 'matches' | 'suggestions'
  readonly appendPair: AppendPair | undefined
  readonly isEven: boolean
  readonly keys: { readonly [level in Confidence]: string }
}
