import fc from 'fast-check'
import { expect, it } from 'vitest'
import { joinBytes } from '../../../engine/base/bytes.ts'
import { createLineTree } from '../../../engine/merkle/line-tree.ts'
import { type ReconcileInput, reconcile } from '../../../engine/reconcile.ts'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { type TableColumns, tableOf } from '../../../engine/record/table.ts'
import { createTableBuilder } from '../../../engine/record/table-builder.ts'
import type { ResultTree } from '../../../engine/result/artifact.ts'
import { matchesAside, writeMatchesAside } from '../../../engine/result/matches-aside.ts'
import { inForms, sizeOf } from '../../support/forms.ts'
import { type AnyCase, anyCase } from '../support/any-case.ts'
import { casesOf, checkLaw } from '../support/law.ts'
import { policyOf } from '../support/reconcile-case.ts'
import { sha256 } from '../support/sha256.ts'

/** A run alone and one whose matches are written from values that another thread could be handed. */
function bothRuns({ source, target, rules }: AnyCase) {
  const policy = policyOf(rules)
  const columnsOf = (records: readonly CanonicalRecord[]): TableColumns => {
    const builder = createTableBuilder(policy.attributePaths)
    for (const record of records) builder.addRecord(record, 1)
    return builder.columns()
  }
  const tables = { source: columnsOf(source), target: columnsOf(target) }
  const tree = createLineTree(sha256)
  const written: Uint8Array[] = []
  let matchCount = 0
  const addMatches: ResultTree['addMatches'] = (matches) => {
    matchCount = matches.count()
    const given = structuredClone(matchesAside(matches, policy, tables))
    const confidence = writeMatchesAside(given, { sha256, tree, take: (bytes) => written.push(bytes) })
    return () => confidence
  }
  const run = (options: Partial<ReconcileInput>) => {
    const [own, other] = [tableOf(tables.source), tableOf(tables.target)]
    return reconcile({
      source: { table: own, root: '' },
      target: { table: other, root: '' },
      policy,
      sha256,
      ...options,
    })
  }
  const isLeaving = policy.rules.some(({ residual }) => residual !== undefined)
  return { alone: run({}), aside: isLeaving ? undefined : run({ tree: { ...tree, addMatches } }), written, matchCount }
}

const cases = casesOf({ short: 60, long: 5_000 })

it(inForms('has the same lines, root and counts where matches are written aside', cases), () => {
  let matchCount = 0
  checkLaw(
    fc.property(anyCase, (given) => {
      const { alone, aside, written, ...counted } = bothRuns(given)
      if (aside === undefined) return
      matchCount += counted.matchCount
      const [own, others] = [alone.chunks.filter(isOfMatches), alone.chunks.filter((chunk) => !isOfMatches(chunk))]
      expect(joinBytes(written)).toEqual(joinBytes(own.map(({ bytes }) => bytes)))
      expect({ ...aside, chunks: [] }).toEqual({ ...alone, chunks: [] })
      expect(aside.chunks.map(({ firstLeaf, text }) => [firstLeaf, text])).toEqual(
        others.map(({ firstLeaf, text }) => [firstLeaf, text]),
      )
    }),
    cases,
  )
  expect(matchCount).toBeGreaterThan(sizeOf(cases) / 10)
})

const isOfMatches = ({ view }: { readonly view: string }): boolean => view === 'matches'
