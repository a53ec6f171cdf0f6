import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Proposal, proposedPolicy } from '@tallystick/engine/propose'
import { reconcile } from '@tallystick/engine/reconcile'
import type { BySide, Side } from '@tallystick/engine/record'
import { idsOfSide, type MatchLine, type NettedLine } from '@tallystick/engine/result'
import { expect, it } from 'vitest'
import { compiledOf } from '../../../functions/console/engine-worker/checked-rules.ts'
import { createEngineSession } from '../../../functions/console/engine-worker/engine-session.ts'
import type { FileSettings } from '../../../functions/console/engine-worker/engine-types.ts'
import { type FileSide, readFile } from '../../../functions/console/engine-worker/read-file.ts'
import { faultCures, warningCures } from '../../../functions/console/parts/file-cures.ts'
import { openRows } from '../../engine/support/open-rows.ts'
import { sha256 } from '../../engine/support/sha256.ts'
import { messyFiles, type TrueCase } from '../../support/node/messy/files.ts'
import { root } from '../../support/node/step.ts'

const modules = { sha256, openRows }
const sample = (name: string) => readFileSync(join(root, 'tests/samples/messy', name))
const truth: readonly TrueCase[] = JSON.parse(sample('truth.json').toString())
const ledger = 'konto-1200.xlsx'

it('are what their generator writes', async () => {
  for (const [name, bytes] of await messyFiles()) expect(sample(name).equals(bytes), name).toBe(true)
})

const silent = () => undefined

interface CuredSide {
  readonly side: FileSide
  readonly settings: FileSettings
  readonly labels: readonly string[]
}

/** Reads a file as somebody would who takes the first cure of each fault and warning. */
async function readCured(name: string): Promise<CuredSide> {
  const file = new File([sample(name)], name)
  const labels: string[] = []
  let settings: FileSettings = {}
  for (;;) {
    const { reading, side } = await readFile(modules, { file, settings, pause: async () => undefined })
    const [cure] = reading.ok
      ? reading.preview.summary.warnings.flatMap((warning) =>
          warningCures({ warning, settings, fields: reading.preview.fields, otherCurrency: 'EUR' }),
        )
      : faultCures(reading.faults, settings)
    if (cure === undefined && side !== undefined) return { side, settings, labels }
    if (cure === undefined || labels.length > 6) throw new Error(`No cure for ${name} after ${labels.join(', ')}`)
    labels.push(cure.label)
    settings = cure.settings
  }
}

async function proposalOf(sides: BySide<CuredSide>, names: BySide<string>): Promise<Proposal> {
  const session = createEngineSession(modules)
  for (const side of ['source', 'target'] as const) {
    const { settings } = sides[side]
    await session.readSide({ side, file: new File([sample(names[side])], names[side]), settings }, silent)
  }
  const proposal = await session.propose()
  if (proposal === undefined) throw new Error('No proposal')
  return proposal
}

/** The positions of records in the file, from 1, by their ids. */
const placesOf = ({ table }: FileSide) =>
  new Map(Array.from({ length: table.rowCount }, (_, row) => [table.text('id').textAt(row), row + 1] as const))

it.each([
  ['umsaetze.csv', ['Leave out line 78']],
  ['kontoauszug.xml', []],
  ['umsaetze.sta', []],
])('%s and the ledger are matched by the rules that they suggest, and nothing wrongly', async (bank, cures) => {
  const sides = { source: await readCured(bank), target: await readCured(ledger) }
  expect(sides.source.labels).toEqual(cures)
  expect(sides.target.labels).toEqual(['Leave out line 87', 'Read as EUR', 'Leave out line 6'])
  const proposal = await proposalOf(sides, { source: bank, target: ledger })
  expect(proposal.signs?.target).toBe('turned')
  const policy = compiledOf(JSON.parse(JSON.stringify(proposedPolicy(proposal))))
  if (!policy.ok) throw new Error('The proposal is refused')
  const { chunks } = reconcile({ ...inputsOf(sides), policy: policy.value, sha256 })
  const lines = chunks
    .filter(({ view }) => view === 'matches' || view === 'netted')
    .flatMap(({ text }) =>
      text
        .trim()
        .split('\n')
        .map((line): MatchLine | NettedLine => JSON.parse(line)),
    )
  const places = { source: placesOf(sides.source.side), target: placesOf(sides.target.side) }
  const placesIn = (line: MatchLine | NettedLine, side: Side) =>
    idsOfSide(line, side).map((id) => places[side].get(id.replace(/~.*$/, '')) ?? 0)
  const wrong = lines.filter((line) => {
    const [own, others] = [placesIn(line, 'source'), placesIn(line, 'target')]
    return !truth.some((each) => own.every((n) => each.bank.includes(n)) && others.every((n) => each.books.includes(n)))
  })
  expect(wrong).toEqual([])
  expect(lines.length).toBeGreaterThan(truth.filter(({ kind }) => kind === 'plain').length)
})

const inputsOf = ({ source, target }: BySide<CuredSide>) => ({
  source: { table: source.side.table, root: source.side.summary.root },
  target: { table: target.side.table, root: target.side.summary.root },
})
