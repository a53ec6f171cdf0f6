import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { BreakLine, MatchLine, NettedLine } from '../../../engine/result/line.ts'
import { idsOfSide } from '../../../engine/result/line.ts'
import { anyCase } from '../support/any-case.ts'
import { caseCount } from '../support/law.ts'
import { brief, expectProven, idOfText, lineageOf } from '../support/lineage-of.ts'
import { leafHashOf } from '../support/lines.ts'
import { type StoredRun, storeRun } from '../support/stored-run.ts'

it('finds the same lines and records as a search through every line, whatever the rules', async () => {
  await fc.assert(
    fc.asyncProperty(anyCase, fc.nat(), async (given, pick) => {
      const stored = storeRun(given)
      const items = stored.lines.result.slice(1, -1)
      const text = items[pick % items.length]
      if (text !== undefined) await expectLine(stored, text)
      const side = pick % 2 === 0 ? 'source' : 'target'
      const one = given[side][pick % given[side].length]
      if (one !== undefined) await expectRecord(stored, side, one.id)
    }),
    { numRuns: Math.ceil(caseCount / 4) },
  )
})

type Side = 'source' | 'target'

type Item = MatchLine | BreakLine | NettedLine

/** The pairs that a break names. */
const pairsIn = (line: Item) => (line.kind === 'break' ? [...(line.candidates ?? []), ...(line.taken ?? [])] : [])

/** `target:t1`: the records that a text lists and that other matches have. */
function listedIn({ run }: StoredRun, line: Item): string[] {
  if (line.kind !== 'break') return []
  const rule = run.rules.find(({ id }) => id === line.failed?.rule)
  return (line.listed?.taken ?? []).map((id) => `${rule?.cardinality === 'n:1' ? 'source' : 'target'}:${id}`)
}

async function expectLine(stored: StoredRun, text: string): Promise<void> {
  const line: Item = JSON.parse(text)
  const { artifact, backward, faults } = await lineageOf(stored, idOfText(text))
  expect(artifact).toMatchObject({ kind: line.kind, hash: leafHashOf(text), index: stored.lines.result.indexOf(text) })
  const own = (['source', 'target'] as const).flatMap((side) =>
    idsOfSide(line, side).map((id) => `record ${side}:${id}`),
  )
  const others = [
    ...pairsIn(line).flatMap(({ source, target, side }) => [
      `${side ?? 'source'}:${source}`,
      `${side ?? 'target'}:${target}`,
    ]),
    ...listedIn(stored, line),
  ]
  const candidates = others.filter((each) => !own.includes(`record ${each}`)).map((each) => `candidate ${each}`)
  expect(backward.records.map(brief).sort()).toEqual([...new Set([...own, ...candidates])].sort())
  for (const each of backward.records) expectProven(stored, each)
  expect(faults).toEqual([])
}

async function expectRecord(stored: StoredRun, side: Side, id: string): Promise<void> {
  const { backward, forward } = await lineageOf(stored, `${side}:${id}`)
  for (const each of backward.records) expectProven(stored, each)
  const lines = stored.lines.result
    .slice(1, -1)
    .map((text): { readonly id: string; readonly hash: string; readonly line: Item } => ({
      id: idOfText(text),
      hash: leafHashOf(text),
      line: JSON.parse(text),
    }))
  const holding = lines.filter(({ line }) => idsOfSide(line, side).includes(id))
  const naming = lines.filter(
    ({ line, hash }) =>
      (listedIn(stored, line).includes(`${side}:${id}`) ||
        pairsIn(line).some((each) =>
          (['source', 'target'] as const).some((place) => (each.side ?? place) === side && each[place] === id),
        )) &&
      !holding.some((other) => other.hash === hash),
  )
  const matched = holding
    .filter(({ line }) => line.kind === 'match')
    .flatMap(({ line }) =>
      (['source', 'target'] as const).flatMap((each) => idsOfSide(line, each).map((other) => `${each}:${other}`)),
    )
  const rests = lines.flatMap(({ line }) =>
    line.kind === 'match' && line.residual?.side === side ? line.residual.id : [],
  )
  const ownRests = rests.filter((rest) => rest.startsWith(`${id}~`) && /^(~\d+)+$/.test(rest.slice(id.length)))
  const ofRests = lines.filter(({ line }) => idsOfSide(line, side).some((each) => ownRests.includes(each)))
  const taken = lines.filter(
    (each) =>
      (pairsIn(each.line).some(({ takenBy }) => holding.some((other) => other.id === takenBy)) ||
        listedIn(stored, each.line).some((listed) => matched.includes(listed))) &&
      ![...holding, ...naming, ...ofRests].includes(each),
  )
  const hashesOf = (relation: string) => forward.filter((each) => each.relation === relation).map(({ hash }) => hash)
  expect(hashesOf('holds')).toEqual(holding.map(({ hash }) => hash))
  expect(hashesOf('names')).toEqual(naming.map(({ hash }) => hash))
  expect(hashesOf('takenBy')).toEqual(taken.map(({ hash }) => hash))
}
