import type { BreakLine, DecidedLine, MatchLine, NettedLine } from '@tallystick/engine/result'
import { paddedAmount } from '../base/amount.ts'
import { causeWords, failedWords, hintWords, listedWords, partWords, reasonWords, workWords } from './break-words.ts'
import type { Residual } from './residuals.ts'
import type { CandidatePair, RecordLine } from './shown-record.ts'

const nameCountMax = 100

export function explanationOf(line: RecordLine, currency: string | undefined): string | undefined {
  const parts = partsOf(line, currency)
  return parts.length === 0 ? undefined : parts.join('; ')
}

function partsOf(line: RecordLine, currency: string | undefined): readonly string[] {
  if (line.kind === 'break') return breakParts(line, currency)
  if ('decision' in line) return decidedParts(line, currency)
  return line.kind === 'excluded' ? [] : matchParts(line, currency)
}

function breakParts(line: BreakLine, currency: string | undefined): readonly string[] {
  const { reason, hint, failed, listed, total, work, partOf, cause, counts, likely, repeats, suggested, group } = line
  return [
    // A part of a set is told by its set: that no record belongs to it would contradict that.
    ...(partOf ? [] : [reasonWords[reason]]),
    ...(hint ? [hintWords[hint]] : []),
    // The name of the rule is in a column of its own, and is repeated here only where there is more to say about it.
    ...((failed?.field ?? failed?.code ?? failed?.needs) ? [failedWords(failed)] : []),
    ...(listed ? [listedWords(listed, nameCountMax)] : []),
    ...(total === undefined ? [] : [`the items add up to ${paddedAmount(total, currency)}`]),
    ...(work ? [workWords(work)] : []),
    ...(partOf ? [partWords(partOf, (amount) => paddedAmount(amount, currency))] : []),
    ...(cause ? [causeWords(cause)] : []),
    ...(counts ? [`${counts.source} in source, ${counts.target} in target`] : []),
    ...(likely === undefined ? [] : [`${likely} likely is the one that has a partner`]),
    ...(repeats ? [`repeats ${repeats.slice(0, nameCountMax).join(' and ')}`] : []),
    ...(suggested ? ['there is a suggestion'] : []),
    ...(group === undefined ? [] : [`of the large break ${group.slice(0, 26)}`]),
  ]
}

function decidedParts({ decision, turned, residual }: DecidedLine, currency: string | undefined): readonly string[] {
  return [
    `matched by hand, by the decision ${decision}`,
    ...(turned ? [turnedWords] : []),
    ...(residual ? [residualWords(residual, currency)] : []),
  ]
}

const turnedWords = 'the sign of the target was turned'

const residualWords = ({ side, id, amount }: Residual, currency: string | undefined): string =>
  `leaves ${paddedAmount(amount, currency)} open in ${side} as ${id}`

function matchParts(line: MatchLine | NettedLine, currency: string | undefined): readonly string[] {
  const { sum, similarity, converted, turned, interchangeable, ambiguous } = line
  const residual = line.kind === 'netted' ? undefined : line.residual
  const amount = (text: string) => paddedAmount(text, currency)
  return [
    ...(sum ? [`sums ${amount(sum[0])} and ${amount(sum[1])}`] : []),
    ...(similarity === undefined ? [] : [`texts alike by ${(similarity / 100).toFixed(2)} %`]),
    ...(converted ? [`compared in ${converted.currency}`] : []),
    ...(turned ? [turnedWords] : []),
    ...(residual ? [residualWords(residual, currency)] : []),
    ...(interchangeable ? ['one of several equal records'] : []),
    ...(ambiguous ? ['another choice was as good'] : []),
  ]
}

export function nearnessOf(role: 'candidate' | 'taken', { takenBy }: CandidatePair): string {
  const fits = role === 'taken' ? 'every criterion holds' : 'came near'
  return takenBy === undefined ? fits : `${fits}, but ${takenBy} has it`
}
