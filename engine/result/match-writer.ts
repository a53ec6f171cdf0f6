import { appendText } from '../base/byte-buffer.ts'
import { canonicalize } from '../base/canonical.ts'
import type { Slices } from '../base/slices.ts'
import type { BoundRule } from '../match/state/bound-rule.ts'
import type { Match, RunState } from '../match/state/run-state.ts'
import type { Confidence } from '../rules/language/language.ts'
import type { ArtifactWriter } from './artifact.ts'
import type { Coverage } from './completeness.ts'
import type { DifferenceSums } from './difference-sums.ts'
import { idOfLine } from './line-id.ts'
import type { MatchDifferences } from './match-differences.ts'
import { matchesById, matchLine, suggestionsById } from './match-lines.ts'
import { type AppendPair, createPairLine } from './pair-line.ts'
import { blockSize, createReadAhead } from './read-ahead.ts'
import type { SettledUnits } from './settled-units.ts'

interface WrittenMatches {
  readonly suggestions: readonly Match[]
  readonly confidence: { readonly [level in Confidence]: number }
  idAt(position: number): string
}

type LineWriter = Pick<ArtifactWriter, 'buffer' | 'endLine' | 'lineCount' | 'leafHash'>

interface Destination {
  readonly artifact: LineWriter
  readonly coverage: Coverage
  readonly settled: SettledUnits
  readonly sums: DifferenceSums
  readonly differences: MatchDifferences
}

/**
 * Writes the lines of a run's matches, then of its suggestions. Also counts each match for coverage and totals: reading
 * its records again would cost as much as writing its line. Suggestions are not counted, since their records stay open.
 */
export function* writeMatches(run: RunState, to: Destination): Slices<WrittenMatches> {
  const { artifact, coverage, sums } = to
  const write = createMatchWriter(run, artifact, to.differences)
  const [matches, suggestions] = [matchesById(run), suggestionsById(run)]
  const confidence = { exact: 0, high: 0, medium: 0, low: 0 }
  const firstLine = artifact.lineCount()
  const readAhead = createReadAhead(run, to.settled)
  for (let first = 0; first < matches.length; first += blockSize) {
    const block = matches.slice(first, first + blockSize)
    readAhead(block)
    let recordCount = 0
    for (const match of block) {
      coverage.add(match)
      sums.addMatch(match)
      confidence[write('matches', match)] += 1
      recordCount += match.source.length + match.target.length
    }
    if (run.work.endsSlice(stepsOfRecord * recordCount)) yield
  }
  run.work.spend(stepsOfSuggestion * suggestions.length)
  for (const suggestion of suggestions) {
    write('suggestions', suggestion)
    if (run.work.endsSlice(stepsOfSuggestion)) yield
  }
  return {
    suggestions,
    confidence,
    idAt: (position) => idOfLine('match', artifact.leafHash(firstLine + position)),
  }
}

const [stepsOfRecord, stepsOfSuggestion] = [500, 1_000]

type WriteMatch = (view: 'matches' | 'suggestions', match: Match) => Confidence

/**
 * Writes most pairs directly from columns. Groups, and pairs of unusual rules, are written from the object of
 * `matchLine`.
 */
function createMatchWriter(run: RunState, artifact: LineWriter, differences: MatchDifferences): WriteMatch {
  const known = new Map<BoundRule, RuleWriter>()
  const writerOf = (rule: BoundRule): RuleWriter => {
    const { id } = rule.compiled.rule
    const keys = { exact: `exact|${id}`, high: `high|${id}`, medium: `medium|${id}`, low: `low|${id}` }
    const writer = { appendPair: createPairLine(run, rule, differences), keys }
    known.set(rule, writer)
    return writer
  }
  const append = ({ appendPair }: RuleWriter, match: Match): Confidence => {
    if (appendPair !== undefined && match.nodes === undefined) return appendPair(artifact.buffer, match)
    const line = matchLine(run, match)
    appendText(artifact.buffer, canonicalize(line))
    return line.confidence
  }
  return (view, match) => {
    const writer = known.get(match.rule) ?? writerOf(match.rule)
    const confidence = append(writer, match)
    artifact.endLine(view, writer.keys[confidence])
    return confidence
  }
}

interface RuleWriter {
  readonly appendPair: AppendPair | undefined
  readonly keys: { readonly [level in Confidence]: string }
}
