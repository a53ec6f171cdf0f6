import { at } from '../../base/at.ts'
import { compareUtf8 } from '../../base/bytes.ts'
import { isObject, isText, isTextList, type JsonObject, parseLine } from '../../base/json-shape.ts'
import type { Side } from '../../record/side.ts'
import { decisionRule } from '../../result/decided-line.ts'
import { breakReasons, type ResultView } from '../../result/line.ts'
import { confidences } from '../../rules/language/language.ts'
import type { LineFacts } from './chunk-audit.ts'

export const entryKinds = [
  'tallystick/result@1',
  'match',
  'suggestion',
  'break',
  'excluded',
  'netted',
  'totals',
] as const
type EntryKind = (typeof entryKinds)[number]

/** The members of a result's line on which its place, counts and ids depend. */
export interface ResultEntry {
  readonly kind: EntryKind
  readonly source: readonly string[]
  readonly target: readonly string[]
  /** The rule of the line; for a break, the rule that failed. Empty where there is none, as in a match by hand. */
  readonly rule: string
  readonly level: string
  readonly line: JsonObject
  readonly facts: LineFacts
}

const viewOfKind: { readonly [kind in EntryKind]: ResultView } = {
  'tallystick/result@1': 'header',
  match: 'matches',
  suggestion: 'suggestions',
  break: 'breaks',
  excluded: 'excluded',
  netted: 'netted',
  totals: 'totals',
}

/** Reads a line; a text is the fault of the line. */
export function readEntry(text: string | undefined): ResultEntry | string {
  const line = parseLine(text)
  if (!isObject(line)) return 'it is not a canonical JSON object'
  const kind = entryKinds.find((each) => each === line['kind'])
  if (kind === undefined) return 'its kind is unknown'
  const view = viewOfKind[kind]
  if (kind === 'totals' || kind === 'tallystick/result@1')
    return { kind, source: [], target: [], rule: '', level: '', line, facts: { view } }
  const { source, target } = kind === 'netted' ? nettedIds(line) : recordIds(line)
  const isDecided = kind === 'match' && isDecision(line)
  const [rule, level] = isDecided ? ['', ''] : [ruleOf(kind, line), levelOf(kind, line)]
  if (source === undefined || target === undefined || source.length + target.length === 0)
    return 'its ids are not two ascending lists'
  if ((kind === 'match' || kind === 'suggestion') && !isDecided && (source.length === 0 || target.length === 0))
    return `a ${kind} has records of both sides`
  if (rule === undefined || level === undefined) return 'its rule, confidence or reason is missing'
  return {
    kind,
    source,
    target,
    rule,
    level,
    line,
    facts: { view, key: isDecided ? `|${decisionRule}` : `${level}|${rule}` },
  }
}

/** Whether a decision matched the records: then no rule did, and there is no confidence. */
export const isDecision = ({ rule, decision, confidence }: JsonObject): boolean =>
  rule === decisionRule && isText(decision) && confidence === undefined

interface EntryIds {
  readonly source: readonly string[] | undefined
  readonly target: readonly string[] | undefined
}

const recordIds = (line: JsonObject): EntryIds => ({ source: idsOf(line, 'source'), target: idsOf(line, 'target') })

function nettedIds(line: JsonObject): EntryIds {
  const { side, source, target } = line
  const records = source === undefined && target === undefined ? idsOf(line, 'records') : undefined
  if (side === 'source') return { source: records, target: [] }
  return side === 'target' ? { source: [], target: records } : { source: undefined, target: undefined }
}

/**
 * The ids in a member; empty where the member is absent, undefined where it is not an ascending list of at least one
 * id.
 */
function idsOf(line: JsonObject, side: Side | 'records'): readonly string[] | undefined {
  const ids = line[side]
  if (ids === undefined) return []
  if (!isTextList(ids) || ids.length === 0) return undefined
  return ids.every((id, index) => index === 0 || compareUtf8(at(ids, index - 1), id) < 0) ? ids : undefined
}

function ruleOf(kind: EntryKind, line: JsonObject): string | undefined {
  const { failed } = line
  const rule = kind !== 'break' ? line['rule'] : isObject(failed) ? failed['rule'] : ''
  return isText(rule) ? rule : undefined
}

function levelOf(kind: EntryKind, line: JsonObject): string | undefined {
  if (kind === 'excluded') return ''
  return kind === 'break'
    ? breakReasons.find((reason) => reason === line['reason'])
    : confidences.find((confidence) => confidence === line['confidence'])
}
