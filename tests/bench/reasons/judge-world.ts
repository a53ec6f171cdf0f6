import { proposeRules } from '../../../engine/propose/propose-rules.ts'
import { reconcile } from '../../../engine/reconcile.ts'
import type { BreakLine, MatchLine, ResultLine } from '../../../engine/result/line.ts'
import { compileRules } from '../../../engine/rules/compile.ts'
import type { RuleSetInput } from '../../../engine/rules/language/written-form.ts'
import { tablesOf } from '../../engine/propose/pairs/claims.ts'
import { sha256 } from '../../engine/support/sha256.ts'
import { type Judgement, judgeBreak } from './judge.ts'
import { saidBy } from './said.ts'
import type { Trade } from './trade.ts'
import { hasPartner } from './truth.ts'
import { cleanKind, type World } from './world.ts'

/** Who wrote the rules of a run. */
export const modes = ['hand', 'proposed'] as const
export type Mode = (typeof modes)[number]

export interface JudgedBreak extends Judgement {
  readonly line: BreakLine
  readonly suggestions: readonly Pick<MatchLine, 'source' | 'target'>[]
}

export interface JudgedWorld {
  readonly breaks: readonly JudgedBreak[]
  /** Matches with records of several events, or with a record that has no partner: `kind` is that of one of them. */
  readonly wrongMatches: readonly { readonly kind: string; readonly line: MatchLine }[]
}

/** Runs the engine over a world, by the rules of its trade or by proposed ones, and judges each break. */
export function judgeWorld(world: World, trade: Trade, mode: Mode): JudgedWorld {
  const tables = tablesOf(world)
  const lines = linesOf(tables, mode === 'proposed' ? proposedFor(tables) : rulesOf(trade))
  const suggestions = lines.filter((line): line is MatchLine => line.kind === 'suggestion')
  return {
    breaks: lines.flatMap((line) => {
      if (line.kind !== 'break') return []
      const said = saidBy(line, suggestions)
      return [{ ...judgeBreak(said, world), line, suggestions: said.suggestions }]
    }),
    wrongMatches: lines.flatMap((line) =>
      line.kind === 'match' && 'confidence' in line ? wrongMatch(line, world) : [],
    ),
  }
}

const rulesOf = ({ rules, referenceData }: Trade): RuleSetInput => ({
  form: 'rules',
  rules,
  ...(referenceData && { referenceData }),
})

function proposedFor(tables: ReturnType<typeof tablesOf>): RuleSetInput {
  const { rules, signs } = proposeRules(tables)
  return { form: 'rules', rules, ...(signs && { referenceData: { signs } }) }
}

function linesOf(tables: ReturnType<typeof tablesOf>, rules: RuleSetInput): readonly ResultLine[] {
  const compiled = compileRules(rules)
  if (!compiled.ok) throw new Error(`The rules do not compile: ${JSON.stringify(compiled.faults)}`)
  const { chunks } = reconcile({
    source: { table: tables.source, root: 'aa'.repeat(32) },
    target: { table: tables.target, root: 'bb'.repeat(32) },
    policy: compiled.policy,
    sha256,
  })
  return chunks.flatMap(({ text }) => text.trimEnd().split('\n')).map((text): ResultLine => JSON.parse(text))
}

function wrongMatch(line: MatchLine, { truthOf }: World): JudgedWorld['wrongMatches'] {
  const truths = [...line.source, ...line.target].map(truthOf)
  const about = truths.find(({ kind }) => kind !== cleanKind) ?? truths[0]
  const isRight = truths.every(({ own, cause }) => own === about?.own && hasPartner({ cause }))
  return isRight || about === undefined ? [] : [{ kind: about.kind, line }]
}
