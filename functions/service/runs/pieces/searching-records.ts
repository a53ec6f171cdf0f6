import { compareUtf8, createWordBuffer } from '@tallystick/engine/base'
import {
  appendLineEntry,
  createCohorts,
  type EndStates,
  endStates,
  entryOfLine,
  release,
} from '@tallystick/engine/pieces'
import { type Side, sides } from '@tallystick/engine/record'
import { readEnds } from './end-files.ts'
import { explainedStore } from './explain-tasks.ts'
import { countExplained } from './explained-shares.ts'
import { numbersInTurn } from './number-files.ts'
import { type PieceJob, readSide } from './piece-context.ts'
import { taskName } from './piece-names.ts'
import type { StoredFile } from './piece-store.ts'
import { releasedFolder } from './settle-group.ts'

/** Open records of each side for which no near misses are searched. */
export type UnexplainedCounts = { readonly [side in Side]: number }

/**
 * Chooses the open records for which near misses are searched: the first of each side by id. Stores them for the
 * search, writes the breaks of the others, and returns how many others there are.
 */
export async function chooseSearching(job: PieceJob, version: number): Promise<UnexplainedCounts> {
  const states = await readEnds(job.store, version)
  await releaseAnchors(job, states)
  const counts = { source: 0, target: 0 }
  const cohorts = createCohorts(explainedStore(job), job.sizes.explain)
  for (const side of sides) {
    const files = await job.store.list(`remainder/${side}/`)
    const count = (): void => countExplained(job, 'searching', { share: 1 / (2 * sides.length * files.length) })
    const last = await lastSearchingId(job, { states: states[side], files, count })
    for (const [index, { name }] of files.entries()) {
      counts[side] += await sortOut(job, {
        name,
        side,
        states: states[side],
        last,
        cohorts,
        task: taskName('unexplained', index),
      })
      count()
    }
  }
  await cohorts.finish()
  return counts
}

/** Opens the anchors whose findings became no breaks. */
async function releaseAnchors({ store }: PieceJob, states: EndStates): Promise<void> {
  for (const side of sides) {
    const names = (await store.list(`${releasedFolder(side)}/`)).map(({ name }) => name)
    for await (const numbers of numbersInTurn(store, names))
      release(states, { source: [], target: [], [side]: numbers })
  }
}

interface OpenOfSide {
  readonly side: Side
  readonly states: Uint8Array
}

interface SearchedSide {
  readonly states: Uint8Array
  readonly files: readonly StoredFile[]
  readonly count: () => void
}

/** The id of the last record that searches; undefined if all open records do. Holds twice as many ids as may search. */
async function lastSearchingId(job: PieceJob, { states, files, count }: SearchedSide): Promise<string | undefined> {
  const most = job.limits.explainedCountMax
  let ids: string[] = []
  let isCut = false
  for (const { name } of files) {
    const { table, numberOf, heldByteCount } = await readSide(job, [name])
    job.onHeld?.(heldByteCount + states.length + idByteCount * ids.length)
    for (let row = 0; row < table.rowCount; row++)
      if (states[numberOf(row)] === endStates.open) ids.push(table.text('id').textAt(row) ?? '')
    if (ids.length > 2 * most) {
      ids = ids.sort(compareUtf8).slice(0, most)
      isCut = true
    }
    count()
  }
  return isCut || ids.length > most ? ids.sort(compareUtf8)[most - 1] : undefined
}

/** Approximate bytes of an id in memory. */
const idByteCount = 48

interface SettledFile extends OpenOfSide {
  readonly name: string
  readonly last: string | undefined
  readonly cohorts: ReturnType<typeof createCohorts>
  readonly task: string
}

async function sortOut(job: PieceJob, { name, side, states, last, cohorts, task }: SettledFile): Promise<number> {
  const { table, numberOf, markOf, lineOf, heldByteCount } = await readSide(job, [name])
  const beyond: { readonly id: string; readonly number: number }[] = []
  for (let row = 0; row < table.rowCount; row++) {
    const number = numberOf(row)
    if (states[number] !== endStates.open) continue
    const id = table.text('id').textAt(row) ?? ''
    if (last === undefined || compareUtf8(id, last) <= 0) await cohorts.add(side, markOf(row), lineOf(row))
    else beyond.push({ id, number })
  }
  job.onHeld?.(heldByteCount + states.length + cohorts.heldByteCount())
  if (beyond.length === 0) return 0
  const buffer = createWordBuffer(1024)
  const reason = side === 'source' ? 'missing_in_target' : 'missing_in_source'
  for (const { id, number } of beyond.sort((left, right) => compareUtf8(left.id, right.id)))
    appendLineEntry(
      buffer,
      entryOfLine({ kind: 'break', reason, [side]: [id] }, { source: [], target: [], [side]: [number] }),
    )
  await job.store.write(`lines/breaks/${side}-${task}`, buffer.bytes.subarray(0, buffer.end))
  return beyond.length
}
