import { appendBytes, appendText, type ByteBuffer } from '../base/byte-buffer.ts'
import { utf8 } from '../base/bytes.ts'
import { canonicalize } from '../base/canonical.ts'
import type { BoundRule } from '../match/state/bound-rule.ts'
import { type Pair, pairMatch } from '../match/state/match-list.ts'
import type { RunState } from '../match/state/run-state.ts'
import { type Confidence, confidences } from '../rules/language/language.ts'
import { appendTextCell } from './cell-bytes.ts'
import { comparedSum, lowestSimilarity } from './compared-group.ts'
import type { MatchDifferences } from './match-differences.ts'
import { createPairConfidence } from './pair-confidence.ts'
import { createPairDeviations } from './pair-deviations.ts'
import { shownFields } from './shown-fields.ts'
import { mayTurn } from './turned.ts'

/** Appends the bytes of `canonicalize(matchLine(run, pairMatch(pair)))`, read from columns. Returns the confidence. */
export type AppendPair = (buffer: ByteBuffer, pair: Pair) => Confidence

/**
 * Undefined for rules that net, list, convert or leave residuals, and for rules with two criteria of one name. These
 * rules have few lines.
 */
export function createPairLine(run: RunState, rule: BoundRule, differences: MatchDifferences): AppendPair | undefined {
  const { id, action, side, convert, residual, variance } = rule.compiled.rule
  const isUsual = side === undefined && convert === undefined && residual === undefined
  const tables = { source: run.source.table, target: run.target.table }
  const shown = shownFields(rule, tables.source, tables.target)
  if (!isUsual || shown === undefined || rule.criteria.some(({ listedIn }) => listedIn !== undefined)) return undefined
  const [sourceIds, targetIds] = [tables.source.text('id'), tables.target.text('id')]
  const confidenceOf = createPairConfidence(rule)
  const deviations = createPairDeviations(rule)
  const canTurn = mayTurn(rule)
  const isSimilar = rule.criteria.some(({ similarity }) => similarity !== undefined)
  const kind = action === 'suggest' ? 'suggestion' : 'match'
  const ruleMembers = utf8(`,"kind":"${kind}","rule":${canonicalize(id)}`)
  const varianceMember = utf8(variance === undefined ? '' : `,"variance":${canonicalize(variance)}`)

  return (buffer, pair) => {
    const { how, source, target } = pair
    const confidence = confidenceOf(pair, shown.compare(source, target))
    const days = deviations.days(source, target)
    appendBytes(buffer, (how.ambiguous ? ambiguousHeads : heads)[confidence])
    if (days !== 0) appendText(buffer, `,"days":${days}`)
    shown.appendDiffer(buffer, source, target)
    deviations.appendDifference(buffer, source, target)
    shown.appendEqual(buffer, source)
    if (how.interchangeable) appendBytes(buffer, interchangeableMember)
    appendBytes(buffer, ruleMembers)
    if (isSimilar) appendSimilarity(buffer, pair)
    appendBytes(buffer, sourceStart)
    appendTextCell(buffer, sourceIds, source)
    appendBytes(buffer, listEnd)
    if (rule.sum !== undefined) appendSum(buffer, pair)
    appendBytes(buffer, targetStart)
    appendTextCell(buffer, targetIds, target)
    appendBytes(buffer, listEnd)
    if (canTurn && differences.isTurned(pairMatch(pair))) appendBytes(buffer, turnedMember)
    if (variance !== undefined && (days !== 0 || differences.isAccepted(pairMatch(pair))))
      appendBytes(buffer, varianceMember)
    appendBytes(buffer, lineEnd)
    return confidence
  }
}

const headsOf = (first: string): { readonly [level in Confidence]: Uint8Array } => {
  const headOf = (level: Confidence): Uint8Array => utf8(`{${first}"confidence":"${level}"`)
  const [exact, high, medium, low] = confidences
  return { exact: headOf(exact), high: headOf(high), medium: headOf(medium), low: headOf(low) }
}

const heads = headsOf('')
const ambiguousHeads = headsOf('"ambiguous":true,')
const interchangeableMember = utf8(',"interchangeable":true')
const sourceStart = utf8(',"source":[')
const targetStart = utf8(',"target":[')
const listEnd = utf8(']')
const turnedMember = utf8(',"turned":true')
const lineEnd = utf8('}')

function appendSimilarity(buffer: ByteBuffer, pair: Pair): void {
  const { similarity } = lowestSimilarity(pairMatch(pair))
  if (similarity !== undefined) appendText(buffer, `,"similarity":${similarity}`)
}

function appendSum(buffer: ByteBuffer, pair: Pair): void {
  appendText(buffer, `,${canonicalize(comparedSum(pairMatch(pair))).slice(1, -1)}`)
}
