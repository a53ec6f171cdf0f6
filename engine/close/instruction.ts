import { canonicalize } from '../base/canonical.ts'
import { hasOnlyMembers, isListOf, isText, parseShape, type ValueTest } from '../base/json-shape.ts'
import type { Parsed } from '../base/parsed.ts'
import type { Side } from '../record/side.ts'
import { type ItemName, isItemName, isSide } from './item-name.ts'

/**
 * What decisions ask of the engine, in order. Names, times and notes of people stay out, so that a replay needs none of
 * them.
 */
export type InstructionLine = MatchInstruction | ApartInstruction

/**
 * Match these records before the first rule. An amount left over stays open, or is accepted under a label and put on
 * `side`, the statement's, whichever sides the records are of.
 */
export type MatchInstruction = {
  readonly kind: 'tallystick/instruction@1'
  readonly decision: string
  readonly match: readonly ItemName[]
  readonly residual:
    | { readonly is: 'open' }
    | { readonly is: 'accepted'; readonly label: string; readonly side: Side }
    | { readonly is: 'fx' }
}

/**
 * No match or netted group may hold a record of `apart[0]` together with one of `apart[1]`. A record is named by the
 * first one of its chain of residuals, and stands for all of them.
 */
export type ApartInstruction = {
  readonly kind: 'tallystick/instruction@1'
  readonly decision: string
  readonly apart: readonly [readonly ItemName[], readonly ItemName[]]
}

export const instructionKind = 'tallystick/instruction@1'

/** `{"decision":"dcn_1","kind":"tallystick/instruction@1","match":[…],"residual":{"is":"open"}}` */
export const formatInstruction = (line: InstructionLine): string => canonicalize(line)

export function parseInstruction(line: string): Parsed<InstructionLine> {
  return line.startsWith('{"apart":')
    ? parseShape<ApartInstruction>(line, 'pairs to be kept apart', { ...common, apart: isApart })
    : parseShape<MatchInstruction>(line, 'records to be matched', { ...common, match: isNames, residual: isResidual })
}

const isNames = isListOf(isItemName)

const isApart: ValueTest = (value) => Array.isArray(value) && value.length === 2 && value.every((each) => isNames(each))

const isOpenResidual = hasOnlyMembers({ is: (value) => value === 'open' || value === 'fx' })
const isAcceptedResidual = hasOnlyMembers({ is: (value) => value === 'accepted', label: isText, side: isSide })
const isResidual: ValueTest = (value) => isOpenResidual(value) || isAcceptedResidual(value)

const common = { kind: (value) => value === instructionKind, decision: isText } satisfies {
  readonly [name: string]: ValueTest
}
