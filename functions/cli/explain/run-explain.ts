import { type PackFile, verifyChainOf } from '@tallystick/audit/verify/pack-file'
import { engineVersion } from '@tallystick/engine/base'
import { keyFaults } from '../evidence/key-texts.ts'
import { withPack } from '../evidence/open-evidence.ts'
import { platform } from '../evidence/verify-here.ts'
import type { Terminal } from '../terminal.ts'
import { type Answer, answerOf } from './explain-answer.ts'
import type { ExplainArguments } from './explain-arguments.ts'

interface ExplainEnd {
  /** `unsound`: the evidence does not hold. `unknown`: the pack cannot be read, or does not answer the question. */
  readonly end: 'explained' | 'unsound' | 'unknown'
  readonly faults: readonly string[]
}

/**
 * Verifies an evidence pack and prints the answer to a question about its run. Prints nothing where there is no answer.
 */
export async function runExplain(input: ExplainArguments, terminal: Terminal): Promise<ExplainEnd> {
  const { file: path, question, keys } = input
  const faults = keyFaults(keys)
  if (faults.length > 0) return { end: 'unknown', faults }
  const used = await withPack(path, async (pack) => (await refusalOf(pack, input)) ?? answerOf(pack, question))
  if (!used.ok) return { end: 'unknown', faults: used.faults }
  const answer = used.value
  if (answer.end !== 'explained') return { end: answer.end, faults: [`${path}: ${answer.fault}`] }
  terminal.print(answer.text)
  return { end: 'explained', faults: [] }
}

/** Why the run of a pack cannot be explained; undefined when it can. */
async function refusalOf(pack: PackFile, { question: { about }, keys }: ExplainArguments): Promise<Answer | undefined> {
  const { firstFailure } = await verifyChainOf(platform, pack, { keys })
  if (firstFailure !== null)
    return {
      end: 'unsound',
      fault: `the first broken link is ${firstFailure}; tallystick verify${keys.length > 0 ? ' with the same --key' : ''} says what of it`,
    }
  const [damaged] = pack.damaged
  if (damaged !== undefined) return { end: 'unknown', fault: `${damaged} is damaged` }
  const { engineVersion: sealedBy } = pack.input.run
  // A lineage is read from the sealed lines. The other answers need the run to be executed again, by the engine that
  // sealed it.
  if (sealedBy === engineVersion || about === 'lineage') return undefined
  const fault = `Got a run of engine ${sealedBy}, wanted one of ${engineVersion}: --${about} needs the program of version ${sealedBy}`
  return { end: 'unknown', fault }
}
