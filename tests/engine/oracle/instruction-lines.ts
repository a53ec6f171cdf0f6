import { canonicalize } from '../../../engine/base/canonical.ts'
import { type InstructionLine, instructionKind } from '../../../engine/close/instruction.ts'
import type { ItemName } from '../../../engine/close/item-name.ts'
import { rootOfLines } from '../../../engine/merkle/frontier.ts'
import { leafHashOf } from '../support/lines.ts'
import { sha256 } from '../support/sha256.ts'
import { decisionAt } from './instructed.ts'
import type { OracleCase } from './oracle-case.ts'
import { type Both, sides } from './values.ts'

/** The instructions of a case as the engine reads them. */
export function instructionLines({ instructions = [], ...given }: OracleCase): readonly InstructionLine[] {
  const namesOf = (ids: Both<readonly string[]>): ItemName[] =>
    sides.flatMap((side) => {
      const root = rootOfLines(sha256, given[side].map(canonicalize))
      return ids[side].map((id) => {
        const record = given[side].find((each) => each.id === id)
        return { side, root, id, leaf: leafHashOf(canonicalize(record ?? {})) }
      })
    })
  return instructions.map((each, position): InstructionLine => {
    const common = { kind: instructionKind, decision: decisionAt(position) } as const
    if ('apart' in each) return { ...common, apart: [namesOf(each.apart[0]), namesOf(each.apart[1])] }
    const { side } = each
    const residual =
      each.residual === 'accepted' ? ({ is: 'accepted', label: 'fee', side } as const) : { is: each.residual }
    return { ...common, match: namesOf(each.match), residual }
  })
}
