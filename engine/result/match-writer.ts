import { at, byteAt, int32At } from '../base/at.ts'
import { canonicalize } from '../base/canonical.ts'
import type { Pace, Slices } from '../base/slices.ts'
import { appendString } from '../base/word-buffer.ts'
import type { BoundRule } from '../match/state/bound-rule.ts'
import { isWhole, type MatchList, type Pair, pairMatch } from '../match/state/match-list.ts'
import type { LinedRun, Match } from '../match/state/run-state.ts'
import type { Confidence } from '../rules/language/language.ts'
import type { ArtifactWriter } from './artifact.ts'
import type { ConfidenceCounts } from './confidence.ts'
import type { MatchDifferences } from './match-differences.ts'
import { matchLine } from './match-lines.ts'
import { type AppendPair, createPairLine } from './pair-line.ts'
import { blockSize, createReadAhead } from './read-ahead.ts'
import type { SettledUnits } from './settled-units.ts'

export type LineWriter = Pick<ArtifactWriter, 'buffer' | 'endLine'>

interface Written {
  readonly artifact: LineWriter
  /** In the order of their lines. */
  readonly matches: MatchList
  readonly settled: SettledUnits
  readonly differences: MatchDifferences
  readonly pace: Pace
}

/** Writes the lines of matches. Returns how many have each confidence. */
export function* writeMatches(run: LinedRun, to: Written): Slices<ConfidenceCounts> {
  const { matches } = to
  const { writePair, writeMatch } = createMatchWriter(run, to.artifact, to.differences)
  const columns = matches.columns()
  const confidence = { exact: 0, high: 0, medium: 0, low: 0 }
  const readAhead = createReadAhead(run, columns, to.settled)
  const areWhole = Uint8Array.from(columns.hows, (how) => Number(isWhole(how)))
  const writeBlock = (from: number, end: number): void => {
    for (let index = from; index < end; index++) {
      const place = int32At(columns.howAt, index)
      if (byteAt(areWhole, place) === 1) confidence[writeMatch(matches.at(index))] += 1
      else {
        const how = at(columns.hows, place)
        confidence[
          writePair({ how, source: int32At(columns.source, index), target: int32At(columns.target, index) })
        ] += 1
      }
    }
  }
  for (let from = 0; from < matches.count(); from += blockSize) {
    const end = Math.min(from + blockSize, matches.count())
    readAhead(from, end)
    writeBlock(from, end)
    if (to.pace.endsSlice(stepsOfMatch * (end - from))) yield
  }
  return confidence
}

const stepsOfMatch = 1_000

/**
 * Writes most pairs directly from columns. Groups, and pairs of unusual rules, are written from the object of
 * `matchLine`.
 */
export function createMatchWriter(run: LinedRun, artifact: LineWriter, differences: MatchDifferences) {
  const known = new Map<BoundRule, RuleWriter>()
  const makeWriter = (rule: BoundRule): RuleWriter => {
    const { id, action } = rule.compiled.rule
    const writer = {
      rule,
      view: action === 'suggest' ? ('suggestions' as const) : ('matches' as const),
      appendPair: createPairLine(run, rule, differences),
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
  readonly keys: { readonly [level in Confidence]: string }
}
