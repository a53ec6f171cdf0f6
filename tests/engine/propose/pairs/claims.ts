import { canonicalize } from '../../../../engine/base/canonical.ts'
import type { Proposal } from '../../../../engine/propose/proposal.ts'
import { reconcile } from '../../../../engine/reconcile.ts'
import type { CanonicalRecord } from '../../../../engine/record/record.ts'
import { knownIdOf } from '../../../../engine/record/residual-id.ts'
import type { Table } from '../../../../engine/record/table.ts'
import { createTableBuilder } from '../../../../engine/record/table-builder.ts'
import type { MatchLine } from '../../../../engine/result/line.ts'
import { compileRules } from '../../../../engine/rules/compile.ts'
import { sha256 } from '../../support/sha256.ts'
import { attributePathsOf } from './draft.ts'
import type { GeneratedPair } from './generated-pair.ts'
import type { Claim } from './score.ts'

/** Runs rules over a pair through the engine. */

type Sides = Pick<GeneratedPair, 'source' | 'target'>

interface Tables {
  readonly source: Table
  readonly target: Table
}

type ProposedPolicy = Pick<Proposal, 'rules' | 'signs'>

/** Both sides as tables, each with every attribute that either side has. */
export function tablesOf({ source, target }: Sides): Tables {
  const paths = [
    ...new Set([...source, ...target].flatMap(({ attributes = {} }) => attributePathsOf(attributes))),
  ].sort()
  const tableOf = (records: readonly CanonicalRecord[]): Table => {
    const builder = createTableBuilder(paths)
    for (const record of records) builder.addLines(`${canonicalize(record)}\n`)
    return builder.finish()
  }
  return { source: tableOf(source), target: tableOf(target) }
}

/** What rules claim: their matches, and no suggestion. Rests of records count as the records. */
export const claimsOf = (pair: Sides, policy: ProposedPolicy, tables: Tables = tablesOf(pair)): readonly Claim[] =>
  linesOf(pair, policy, { view: 'matches', tables })

/** What rules suggest of records that stay open. */
export const suggestionsOf = (pair: Sides, policy: ProposedPolicy): readonly Claim[] =>
  linesOf(pair, policy, { view: 'suggestions', tables: tablesOf(pair) })

interface Lines {
  readonly view: 'matches' | 'suggestions'
  readonly tables: Tables
}

function linesOf(pair: Sides, { rules, signs }: ProposedPolicy, { view: wanted, tables }: Lines): readonly Claim[] {
  const compiled = compileRules({ form: 'rules', rules, referenceData: { signs } })
  if (!compiled.ok) throw new Error(`The rules do not compile: ${JSON.stringify(compiled.faults)}`)
  const texts: string[] = []
  reconcile({
    source: { table: tables.source, root: 'aa'.repeat(32) },
    target: { table: tables.target, root: 'bb'.repeat(32) },
    policy: compiled.policy,
    sha256,
    takeChunk: ({ view, text }) => {
      if (view === wanted) texts.push(text)
      return true
    },
  })
  const lines = texts.flatMap((text) => text.trimEnd().split('\n')).filter((line) => line !== '')
  const known = { source: idsOf(pair.source), target: idsOf(pair.target) }
  return lines.map((text) => {
    const line = JSON.parse(text) as MatchLine
    return {
      rule: line.rule,
      source: line.source.map((id) => knownIdOf(id, known.source) ?? id),
      target: line.target.map((id) => knownIdOf(id, known.target) ?? id),
    }
  })
}

const idsOf = (records: readonly CanonicalRecord[]): ReadonlySet<string> => new Set(records.map(({ id }) => id))
