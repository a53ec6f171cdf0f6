import { at } from '../base/at.ts'
import { canonicalize } from '../base/canonical.ts'
import { appendRange, appendString, type BufferRange, rangeOf, type WordBuffer } from '../base/word-buffer.ts'
import type { BoundRule } from '../match/state/bound-rule.ts'
import { type Pair, pairMatch } from '../match/state/match-list.ts'
import type { LinedRun } from '../match/state/run-state.ts'
import type { Side } from '../record/side.ts'
import { type Confidence, confidences } from '../rules/language/language.ts'
import { textCell } from './cell-bytes.ts'
import { comparedSum, lowestSimilarity } from './compared-group.ts'
import { keepValue } from './keep-value.ts'
import type { MatchDifferences } from './match-differences.ts'
import { createPairConfidence } from './pair-confidence.ts'
import { createPairDeviations } from './pair-deviations.ts'
import { type AppendCell, type Standing, standing } from './shown-field.ts'
import { type ShownField, shownFields } from './shown-fields.ts'
import { mayTurn } from './turned.ts'

/** Appends the bytes of `canonicalize(matchLine(run, pairMatch(pair)))`, read from columns. Returns the confidence. */
export type AppendPair = (buffer: WordBuffer, pair: Pair) => Confidence

/**
 * Undefined for rules that net, list, convert or leave residuals, and for rules with two criteria of one name or with
 * more than 24 fields. These rules have few lines or are rare. Pairs of equal standing of their fields, confidence and
 * flags have one template.
 */
export function createPairLine(run: LinedRun, rule: BoundRule, differences: MatchDifferences): AppendPair | undefined {
  const { side, convert, residual } = rule.compiled.rule
  const isUsual = side === undefined && convert === undefined && residual === undefined
  const fields = shownFields(rule, run.source.table, run.target.table)
  if (!isUsual || fields === undefined || rule.criteria.some(({ listedIn }) => listedIn !== undefined)) return undefined
  const confidenceOf = createPairConfidence(rule)
  const partsOf = createParts({ run, rule, fields, differences })
  const templates = new Map<number, Template>()
  let [last, lastCode]: [Template, number] = [[], none]
  const standings = new Uint8Array(fields.length).fill(standing.equal)
  const compared = [...fields.entries()].filter(([, { isEqual }]) => !isEqual)
  return (buffer, pair) => {
    const { how, source, target } = pair
    let standingCode = 0
    for (let place = 0; place < compared.length; place++) {
      const [index, field] = at(compared, place)
      const found = field.compare(source, target)
      standings[index] = found
      standingCode = standingCode * standingCount + found
    }
    const confidence = confidenceOf(pair, standingCode)
    const flags = 2 * Number(how.ambiguous) + Number(how.interchangeable)
    const code = (standingCode * confidences.length + confidences.indexOf(confidence)) * flagCount + flags
    if (code !== lastCode) {
      const known = templates.get(code)
      last = known ?? templateOf(partsOf({ how, confidence, standings }))
      lastCode = code
      if (known === undefined) keepValue(templates, code, last)
    }
    for (let index = 0; index < last.length; index++) {
      const { before, append } = at(last, index)
      appendRange(buffer, before)
      append(buffer, pair)
    }
    return confidence
  }
}

const none = -1
const standingCount = Object.keys(standing).length
const flagCount = 4

type AppendMember = (buffer: WordBuffer, pair: Pair) => void

/** The bytes of a line up to each member or value that differs from line to line. */
type Template = readonly { readonly before: BufferRange; readonly append: AppendMember }[]

function templateOf(parts: readonly Part[]): Template {
  const template: Template[number][] = []
  let before = ''
  for (const part of parts) {
    if (typeof part === 'string') before += part
    else {
      template.push({ before: rangeOf(before), append: part })
      before = ''
    }
  }
  return [...template, { before: rangeOf(before), append: () => {} }]
}

interface LineKind {
  readonly how: Pair['how']
  readonly confidence: Confidence
  readonly standings: Uint8Array
}

type Part = string | AppendMember

interface Written {
  readonly run: LinedRun
  readonly rule: BoundRule
  readonly fields: readonly ShownField[]
  readonly differences: MatchDifferences
}

/** Makes a function that gives the parts of a line in their order: texts, and functions that append the rest. */
function createParts({ run, rule, fields, differences }: Written): (line: LineKind) => readonly Part[] {
  const { id, action, variance } = rule.compiled.rule
  const deviations = createPairDeviations(rule)
  const cellOf = (side: Side, append: AppendCell): AppendMember =>
    side === 'source' ? (buffer, { source }) => append(buffer, source) : (buffer, { target }) => append(buffer, target)
  const shown = fields.map(({ name, cell }) => ({
    name: `${canonicalize(name)}:`,
    source: cellOf('source', cell('source')),
    target: cellOf('target', cell('target')),
  }))
  const idOf = (side: Side): AppendMember => cellOf(side, textCell(run[side].table.text('id')))
  const kind = action === 'suggest' ? 'suggestion' : 'match'
  const days: AppendMember = (buffer, { source, target }) => {
    const count = deviations.days(source, target)
    if (count !== 0) appendString(buffer, `,"days":${count}`)
  }
  const turned: AppendMember = (buffer, pair) => {
    if (differences.isTurned(pairMatch(pair))) appendString(buffer, ',"turned":true')
  }
  const varianceMember = `,"variance":${canonicalize(variance ?? '')}`
  const varying: AppendMember = (buffer, pair) => {
    if (deviations.days(pair.source, pair.target) !== 0 || differences.isAccepted(pairMatch(pair)))
      appendString(buffer, varianceMember)
  }
  const isSimilar = rule.criteria.some(({ similarity }) => similarity !== undefined)
  const behindEqual: readonly Part[] = [
    `,"kind":"${kind}","rule":${canonicalize(id)}`,
    ...(isSimilar ? [appendSimilarity] : []),
    ',"source":[',
    idOf('source'),
    ']',
    ...(rule.sum === undefined ? [] : [appendSum]),
    ',"target":[',
    idOf('target'),
    ']',
    ...(mayTurn(rule) ? [turned] : []),
    ...(variance === undefined ? [] : [varying]),
    '}',
  ]
  return ({ how, confidence, standings }) => {
    const among = (wanted: Standing) => shown.filter((_, index) => standings[index] === wanted)
    return [
      `{${how.ambiguous ? '"ambiguous":true,' : ''}"confidence":"${confidence}"`,
      ...(deviations.hasDays ? [days] : []),
      ...members(
        'differ',
        among(standing.differ).map(({ name, source, target }) => [`${name}[`, source, ',', target, ']']),
      ),
      ...(deviations.mayDiffer ? [deviations.appendDifference] : []),
      ...members(
        'equal',
        among(standing.equal).map(({ name, source }) => [name, source]),
      ),
      ...(how.interchangeable ? [',"interchangeable":true'] : []),
      ...behindEqual,
    ]
  }
}

/** `,"equal":{…}`; nothing without a member. */
function members(name: string, parts: readonly (readonly Part[])[]): readonly Part[] {
  if (parts.length === 0) return []
  return [`,"${name}":{`, ...parts.flatMap((part, index) => (index === 0 ? part : [',', ...part])), '}']
}

function appendSimilarity(buffer: WordBuffer, pair: Pair): void {
  const { similarity } = lowestSimilarity(pairMatch(pair))
  if (similarity !== undefined) appendString(buffer, `,"similarity":${similarity}`)
}

function appendSum(buffer: WordBuffer, pair: Pair): void {
  appendString(buffer, `,${canonicalize(comparedSum(pairMatch(pair))).slice(1, -1)}`)
}
