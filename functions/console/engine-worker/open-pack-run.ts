import type { PackFile } from '@tallystick/audit/verify/pack-file'
import type { PackRun, PackSide } from '@tallystick/audit/verify/pack-run'
import type { JsonValue, Sha256 } from '@tallystick/engine/base'
import { openLocalRun } from './open-local-run.ts'
import type { OpenRun } from './open-run-lines.ts'

interface ReplayedPack {
  readonly id: string
  readonly pack: PackFile
  /** The engine's result, which is the pack's own byte for byte. */
  readonly ran: PackRun
  readonly sha256: Sha256
}

/** Opens the run of a replayed pack. It shows only proven parts, so no name. */
export function openPackRun({ id, pack, ran, sha256 }: ReplayedPack): OpenRun {
  const { policy, source, target, run, outcome } = ran
  const policyJson: JsonValue = JSON.parse(pack.rules)
  const sides = { source: sideOf('source.ndjson', source), target: sideOf('target.ndjson', target) }
  const openRun = openLocalRun({ id, policy, policyJson, sides, ended: { run, outcome }, sha256 })
  return { ...openRun, origin: 'pack', title: pack.input.run.id }
}

/** Each record is a line of its file. */
const sideOf = (name: string, { table, root }: PackSide) => ({
  name,
  table,
  summary: { root, recordCount: table.recordCount },
  lines: Int32Array.from({ length: table.rowCount }, (_, row) => row + 1),
})
