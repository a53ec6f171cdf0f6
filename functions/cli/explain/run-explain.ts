import { engineVersion } from '@tallystick/engine'
import type { ExplainArguments } from '../arguments.ts'
import { type PackFile, withPack } from '../evidence/pack-file.ts'
import { keyFaults } from '../evidence/trusted-keys.ts'
import { verifyPack } from '../evidence/verify-pack.ts'
import type { Terminal } from '../terminal.ts'
import { type Answer, answerOf } from './explain-answer.ts'

export interface ExplainEnd {
  /** `unsound`: the evidence does not hold. `unknown`: it cannot be read, or has no answer to the question. */
  readonly end: 'explained' | 'unsound' | 'unknown'
  readonly faults: readonly string[]
}

/** Verifies an evidence pack, and prints the answer to a question about its run; nothing where there is none. */
export async function runExplain(asked: ExplainArguments, terminal: Terminal): Promise<ExplainEnd> {
  const { file: path, question, keys } = asked
  const wrong = keyFaults(keys)
  if (wrong.length > 0) return { end: 'unknown', faults: wrong }
  const used = await withPack(path, async (pack) => (await refusalOf(pack, keys)) ?? answerOf(pack, question))
  if (!used.ok) return { end: 'unknown', faults: used.faults }
  const answer = used.value
  if (answer.end !== 'explained') return { end: answer.end, faults: [`${path}: ${answer.fault}`] }
  terminal.print(answer.text)
  return { end: 'explained', faults: [] }
}

/** Why nothing of a pack is explained. */
async function refusalOf(pack: PackFile, keys: readonly string[]): Promise<Answer | undefined> {
  const { firstFailure } = await verifyPack(pack, keys)
  if (firstFailure !== null)
    return {
      end: 'unsound',
      fault: `the first broken link is ${firstFailure}; tallystick verify${keys.length > 0 ? ' with the same --key' : ''} says what of it`,
    }
  const [damaged] = pack.damaged
  if (damaged !== undefined) return { end: 'unknown', fault: `${damaged} is damaged` }
  const { engineVersion: sealedBy } = pack.input.run
  if (sealedBy === engineVersion) return undefined
  return { end: 'unknown', fault: `Got a run of engine ${sealedBy}, wanted one of ${engineVersion}` }
}
