import { utf8 } from '@tallystick/engine/base'
import {
  type InstructionLine,
  parseInstruction,
  parseLines,
  parseOpening,
  readParts,
  shownPeriod,
} from '@tallystick/engine/close'
import type { ReconcileInput } from '@tallystick/engine/reconcile'
import type { BySide, Side } from '@tallystick/engine/record'
import type { CompiledPolicy } from '@tallystick/engine/rules'
import type { RunPeriod } from '@tallystick/schema/json-columns'
import { sha256 } from '../platform/hasher.ts'
import { nextEvent } from '../platform/slices.ts'
import { AlteredLinesError } from '../store/altered-lines.ts'
import { rootedText } from '../store/close-line-store.ts'
import type { LineAccess } from '../store/line-access.ts'
import type { RunRow } from '../store/run-store.ts'
import type { ReadChunk } from '../store/side-by-side.ts'
import { sideChunksOf } from '../store/side-chunks.ts'
import { type LoadedSide, loadSides } from './load-sides.ts'
import { changedRecords, failRunIfThrows } from './run-error.ts'

/** What the engine reads of a run: of a period's run also what decisions ask. */
export interface LoadedRun extends BySide<LoadedSide> {
  readonly instructions?: ReconcileInput['instructions']
}

interface RunReading {
  readonly policy: CompiledPolicy
  /** The first chunks of both sides, where they are read. */
  readonly first?: BySide<readonly ReadChunk[]>
}

/** Reads the records of a run. Throws a `RunError` unless they are those that the run was pinned to. */
export async function loadRun(access: LineAccess, run: RunRow, { policy, first }: RunReading): Promise<LoadedRun> {
  const { period, tenantId } = run
  if (period !== null) return orChanged(() => loadPeriod(access, { ...run, period }, policy))
  return loadSides(access, { tenantId, run, attributePaths: policy.attributePaths, ...(first && { first }) })
}

type PeriodRun = RunRow & { readonly period: RunPeriod }

async function loadPeriod(access: LineAccess, run: PeriodRun, policy: CompiledPolicy): Promise<LoadedRun> {
  const { period, tenantId } = run
  const opening = parseOpening(await rootedText(access.db, tenantId, { periodId: period.id, root: period.opening }))
  if (!opening.ok) throw changedRecords(`The opening of the period cannot be read: ${opening.detail}.`)
  const instructions = await instructionsOf(access, run)
  const { attributePaths } = policy
  const sideOf = async (side: Side) => {
    const parts = (run[side].parts ?? []).map(({ kind, root, count, lineCount }) => ({
      ...{ kind, count, whole: { root, count: lineCount } },
    }))
    const reader = failRunIfThrows('The parts of a side are in another order.', () =>
      readParts(sha256, { side, parts, items: opening.value.items, instructions, attributePaths }),
    )
    for await (const { text } of sideChunksOf(access, run, { side })) {
      reader.addBytes(utf8(text))
      await nextEvent()
    }
    const read = reader.finish()
    if (read.parts.root !== run[side].root || read.parts.count !== run[side].recordCount) throw changedRecords()
    return read
  }
  const [source, target] = [await sideOf('source'), await sideOf('target')]
  const { lapsed: _, ...shown } = shownPeriod({ source, target, instructions, policy, sha256 })
  return shown
}

/** Throws `AlteredLinesError`, and a `RunError` for lines that are no instructions. */
export async function instructionsOf(access: LineAccess, run: RunRow): Promise<readonly InstructionLine[]> {
  const { period } = run
  if (period === null || period.instructions === null) return []
  const text = await rootedText(access.db, run.tenantId, { periodId: period.id, root: period.instructions })
  const read = parseLines(text, parseInstruction)
  if (!read.ok) throw changedRecords(`The instructions of the run cannot be read: ${read.detail}.`)
  return read.value
}

async function orChanged<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof AlteredLinesError) throw changedRecords(error.message, error)
    if (error instanceof RangeError) throw changedRecords(undefined, error)
    throw error
  }
}
