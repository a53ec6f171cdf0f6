import type { Sha256 } from '../base/hasher.ts'
import type { Slices } from '../base/slices.ts'
import { engineVersion } from '../base/version.ts'
import type { RunState } from '../match/state/run-state.ts'
import { type BySide, sides } from '../record/side.ts'
import { policyHash } from '../rules/canonical-policy.ts'
import type { CompiledPolicy } from '../rules/compiled-policy.ts'
import { type ArtifactWriter, createArtifactWriter, type ResultChunk, type ResultTree } from './artifact.ts'
import { assertDistinct } from './completeness.ts'
import { type Coverage, createCoverage, noneCovered } from './coverage.ts'
import type { HeaderSide } from './header-side.ts'
import type { HeaderLine, ResultLine, ResultView, TotalsLine } from './line.ts'
import { idOf, type PlacedLine } from './record-ids.ts'

/** A result that is being written, with its header. */
interface ResultWriter {
  readonly artifact: ArtifactWriter
  readonly coverage: Coverage
  write(view: ResultView, lines: readonly PlacedLine<ResultLine>[]): Slices<void>
  /** Throws unless each record is in one line. `suggestionCount` lines take no record. */
  finish(totals: TotalsLine, suggestionCount: number): Slices<WrittenResult>
}

export interface WrittenResult {
  readonly chunks: readonly ResultChunk[]
  /** The Merkle root over every line, in hex. */
  readonly resultRoot: string
  readonly leafCount: number
}

interface ResultOptions {
  readonly header: HeaderLine
  readonly sha256: Sha256
  readonly chunkBytesMax?: number | undefined
  readonly takeChunk?: ((chunk: ResultChunk) => boolean) | undefined
  readonly tree?: ResultTree | undefined
}

export function openResult(run: RunState, { header, sha256, ...options }: ResultOptions): ResultWriter {
  const artifact = createArtifactWriter(sha256, options)
  const count = { source: run.source.table.rowCount, target: run.target.table.rowCount }
  const coverage = createCoverage(noneCovered(count), (side, row) => idOf(run, side, row))
  artifact.add('header', header)
  return {
    artifact,
    coverage,
    *write(view, lines) {
      for (const each of lines) {
        coverage.add(each)
        artifact.add(view, each.line)
        if (run.work.endsSlice(stepsOfLine)) yield
      }
    },
    *finish(totals, suggestionCount) {
      const lineCount = artifact.lineCount() - 1 - suggestionCount
      if (coverage.lineCount() !== lineCount)
        throw new Error(`Completeness: ${lineCount} lines about records were written, ${coverage.lineCount()} noted`)
      yield* coverage.assertComplete(count)
      for (const side of sides) assertDistinct(run[side], side)
      artifact.add('totals', totals)
      const { chunks, root, leafCount } = artifact.finish()
      return { chunks, resultRoot: root, leafCount }
    },
  }
}

const stepsOfLine = 1_000

interface ReconciledSides extends BySide<HeaderSide> {
  readonly policy: CompiledPolicy
  readonly sha256: Sha256
  readonly instructions?: string | undefined
}

export const headerLine = ({ policy, sha256, source, target, instructions }: ReconciledSides): HeaderLine => ({
  kind: 'tallystick/result@1',
  engine: engineVersion,
  policy: policyHash(policy, sha256),
  source,
  target,
  ...(instructions !== undefined && { instructions }),
})
