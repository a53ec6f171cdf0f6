import {
  type BreakReason,
  findingLines,
  type NamedSurplus,
  noListed,
  type SettledBreaks,
  type Side,
  sides,
  suggestionLines,
  surplusLines,
  takeFindings,
} from '@tallystick/engine'
import { computeInSlices } from '../platform/slices.ts'
import { readPiece, readPieceWithTaken } from './claim-group.ts'
import { readEnds, writeEnds } from './end-files.ts'
import type { PieceGroup } from './group-partitions.ts'
import { type PieceJob, pieceRunOf, readMarks } from './piece-context.ts'
import { taskName } from './piece-names.ts'
import { createPieceOutput, type LineView } from './piece-output.ts'
import { readJson, readTextLines, writeJson } from './piece-store.ts'

/**
 * Takes the records of a group's findings; `version` is that of the end states before. What their searches cost is in a file
 * of `costs/`; returns how many there are.
 */
export async function takeGroupFindings(job: PieceJob, group: PieceGroup, version: number): Promise<number> {
  const states = await readEnds(job.store, version)
  const piece = await readPiece(job, group)
  const { taken, costs } = await computeInSlices(takeFindings(await pieceRunOf(job), piece, states))
  await writeEnds(job.store, version + 1, states)
  await writeJson(job.store, takenFile(group), taken)
  await writeJson(job.store, `costs/${taskName('take', group.position, group.group)}`, costs)
  return costs.length
}

const takenFile = ({ position, group }: PieceGroup): string => `taken/${taskName('take', position, group)}`

/** What breaks are written with. */
interface BreakInput {
  readonly version: number
  readonly refusedFrom: number
  /** Whether lines name records of other matches. */
  readonly namesClaims: boolean
}

/** Breaks by reason. */
export type BreakCounts = { readonly [reason in BreakReason]?: number }

/** Writes the lines of a group's findings. */
export async function writeGroupFindings(
  job: PieceJob,
  group: PieceGroup,
  { version, refusedFrom, namesClaims }: BreakInput,
): Promise<BreakCounts> {
  const states = await readEnds(job.store, version)
  const piece = await readPieceWithTaken(job, group)
  const claims = namesClaims ? await claimsOf(job, piece.sides) : undefined
  const claimOf = (side: Side, number: number): string | undefined => claims?.[side].get(number)
  const context = { ...(await pieceRunOf(job)), states, claimOf, refusedFrom }
  return writeBreaks(
    job,
    taskName('findings', group.position, group.group),
    await computeInSlices(findingLines(context, piece, await readJson(job.store, takenFile(group)))),
  )
}

/**
 * Writes the lines of twins that are left over, those of earlier rules before those of later ones. `version` is that of the
 * end states before.
 */
export async function writeSurpluses(job: PieceJob, version: number): Promise<BreakCounts> {
  const { store, sha256 } = job
  const states = await readEnds(store, version)
  const names = (await store.list('surpluses/')).map(({ name }) => name)
  const surpluses = (await readTextLines(store, names)).map((line): NamedSurplus => JSON.parse(line))
  const settled = await computeInSlices(surplusLines({ sha256 }, surpluses, states))
  await writeEnds(store, version + 1, states)
  return writeBreaks(job, 'surpluses', settled)
}

/**
 * Writes the suggestions of a group whose records are all still open. `listed` counts the groups before it whose rules
 * suggest, of which each has a file of what was listed.
 */
export async function writeGroupSuggestions(
  job: PieceJob,
  group: PieceGroup,
  { version, listed }: { readonly version: number; readonly listed: number },
): Promise<number> {
  const { store } = job
  const states = await readEnds(store, version)
  const before = listed === 0 ? noListed() : revive(await readJson<StoredListed>(store, `listed-suggestions/${listed}`))
  const piece = await readPiece(job, group)
  const entries = await computeInSlices(suggestionLines(await pieceRunOf(job), piece, { states, listed: before }))
  const output = createPieceOutput(job.sizes)
  output.addLines('suggestions', entries)
  for (const entry of entries)
    for (const side of sides) for (const number of entry[side]) output.addText(`suggested/${side}`, `${number}\n`)
  await output.write(store, taskName('suggestions', group.position, group.group))
  await writeJson(store, `listed-suggestions/${listed + 1}`, stored(before))
  return entries.length
}

type Listed = ReturnType<typeof noListed>

interface StoredListed {
  readonly source: readonly (readonly [number, number])[]
  readonly target: readonly (readonly [number, number])[]
  readonly pairs: readonly string[]
}

const stored = ({ counts, pairs }: Listed): StoredListed => ({
  source: [...counts.source],
  target: [...counts.target],
  pairs: [...pairs],
})

const revive = ({ source, target, pairs }: StoredListed): Listed => ({
  counts: { source: new Map(source), target: new Map(target) },
  pairs: new Set(pairs),
})

async function writeBreaks(
  { store, sizes }: PieceJob,
  task: string,
  { entries, counts }: SettledBreaks,
): Promise<BreakCounts> {
  const output = createPieceOutput(sizes)
  const view: LineView = 'breaks'
  output.addLines(view, entries)
  await output.write(store, task)
  return counts
}

/** The lines that hold the records of a piece in the end, by number. Reads what became of all records. */
async function claimsOf(
  job: PieceJob,
  piece: { readonly [side in Side]: { readonly rowCount: number; numberOf(row: number): number } },
) {
  const claims = { source: new Map<number, string>(), target: new Map<number, string>() }
  for (const side of sides) {
    const { rowCount, numberOf } = piece[side]
    const wanted = new Set(Array.from({ length: rowCount }, (_, row) => numberOf(row)))
    for (const { name } of await job.store.list(`settled/${side}/`)) {
      const settled = await readMarks(job, [name])
      for (let row = 0; row < settled.rowCount; row++) {
        if (!wanted.has(settled.numberOf(row))) continue
        const { number, claim } = settled.markOf(row)
        if (claim !== '') claims[side].set(number, claim)
      }
    }
  }
  return claims
}
