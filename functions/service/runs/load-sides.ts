import { toHex } from '@tallystick/engine/base'
import { createLineTree } from '@tallystick/engine/merkle'
import type { ReconcileInput } from '@tallystick/engine/reconcile'
import { type AttributeChoice, type BySide, createTableBuilder, type Table } from '@tallystick/engine/record'
import type { PinnedSide } from '@tallystick/schema/json-columns'
import { sha256 } from '../platform/hasher.ts'
import { nextEvent } from '../platform/slices.ts'
import { AlteredLinesError } from '../store/altered-lines.ts'
import type { LineAccess } from '../store/line-access.ts'
import { type DatasetReading, type ReadChunk, readDatasets } from '../store/side-by-side.ts'
import { changedRecords } from './run-error.ts'

export interface LoadedSide {
  readonly table: Table
  readonly root: string
  readonly parts?: ReconcileInput['source']['parts']
}

interface LoadRequest {
  readonly tenantId: string
  readonly run: BySide<PinnedSide>
  /** The `attributes.<path>` fields that get a column. */
  readonly attributePaths: AttributeChoice
  readonly first?: BySide<readonly ReadChunk[]>
}

/** Reads a few chunks at a time. Throws a `RunError` unless the lines are those that the run was pinned to. */
export async function loadSides(
  access: LineAccess,
  { tenantId, run, attributePaths, first }: LoadRequest,
): Promise<BySide<LoadedSide>> {
  const source = openSide(run.source, attributePaths)
  const target = openSide(run.target, attributePaths)
  await readSides(access, tenantId, [
    { ...source, first: first?.source },
    { ...target, first: first?.target },
  ])
  const loaded = source.finish()
  if (loaded.table.rowCount > rowCountAtOnce) await nextEvent()
  return { source: loaded, target: target.finish() }
}

async function readSides(access: LineAccess, tenantId: string, readings: readonly DatasetReading[]): Promise<void> {
  try {
    await readDatasets(access, tenantId, readings)
  } catch (error) {
    if (!(error instanceof AlteredLinesError)) throw error
    throw changedRecords(error.message, error)
  }
}

/** With more records in the source, other requests have a turn before the target's table is made. */
const rowCountAtOnce = 5_000

interface OpenSide extends Omit<DatasetReading, 'first'> {
  readonly finish: () => LoadedSide
}

function openSide(pinned: PinnedSide, attributePaths: AttributeChoice): OpenSide {
  const builder = createTableBuilder(attributePaths)
  const leaves = createLineTree(sha256)
  return {
    datasetId: pinned.recordCount === 0 ? null : pinned.datasetId,
    recordCount: pinned.recordCount,
    take: (lines) =>
      orChanged(() => {
        leaves.addLines(lines)
        builder.addBytes(lines)
      }),
    finish() {
      const root = toHex(leaves.root())
      if (root !== pinned.root || leaves.size() !== pinned.recordCount) throw changedRecords()
      return { table: orChanged(() => builder.finish()), root }
    },
  }
}

/** Turns any error into that of changed records: unchanged lines cause none. */
function orChanged<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (cause) {
    throw changedRecords(undefined, cause)
  }
}
