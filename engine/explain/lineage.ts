import type { Sha256 } from '../base/hasher.ts'
import type { Lineage, LineageInput } from './lineage-answer.ts'
import { traceDataset, traceEnd, traceLine, traceRecord } from './lineage-kinds.ts'

const linePattern = /^(mat|sug|brk|exc)_[0-9a-f]{26}$/
const recordPattern = /^(source|target):(.*)$/s

/** What names an artifact, in words. */
export const artifactForms =
  'the id of a match (mat_…), suggestion (sug_…), break (brk_…) or exclusion (exc_…); source:<record id> or target:<record id>; the id of a dataset of the run; result, its root or its aud_ id; receipt; checkpoint, where the run has one'

/**
 * Where an artifact of a run came from, down to the lines of its datasets with their inclusion proofs, and what was made
 * from it. Undefined when the run has no such artifact. Reads a dataset twice, the result once, in bounded memory.
 */
export async function traceLineage(sha256: Sha256, input: LineageInput): Promise<Lineage | undefined> {
  const { artifact, run } = input
  const [, side, id = ''] = recordPattern.exec(artifact) ?? []
  if (side === 'source' || side === 'target') return traceRecord(sha256, input, { side, id })
  if (linePattern.test(artifact)) return traceLine(sha256, input)
  for (const each of ['source', 'target'] as const)
    if (artifact === run[each].datasetId) return traceDataset(sha256, run, each)
  if (artifact === 'receipt' || (artifact === 'checkpoint' && run.checkpoint !== null))
    return traceEnd(sha256, run, artifact)
  const isResult = ['result', run.resultRoot, `aud_${run.resultRoot.slice(0, 26)}`].includes(artifact)
  return isResult ? traceEnd(sha256, run, 'result') : undefined
}
