import type { Side } from '../../record/side.ts'
import { comparedType, fieldType, fieldWanted } from '../language/field.ts'
import type { Criterion, CriterionInput, ReferenceData, RuleFault } from '../language/language.ts'
import { comparedFields, nameOfFields } from './compared-fields.ts'
import type {
  CompiledCriterion,
  CriterionKind,
  CriterionMember,
  Refuse,
  SideFields,
  ValueType,
} from './criterion-kind.ts'
import {
  criterionKinds,
  decidingMember,
  decidingMembers,
  hasMember,
  kindOf,
  opsWith,
  typeMembers,
} from './criterion-kinds.ts'

/**
 * The criterion with every default written out. If it has faults, they are added to `faults` with pointers below
 * `pointer`, and undefined comes back.
 */
export function effectiveCriterion(input: CriterionInput, pointer: string, faults: RuleFault[]): Criterion | undefined {
  const before = faults.length
  const refuse: Refuse = (below, code, detail) => {
    faults.push({ pointer: `${pointer}${below}`, code, detail })
  }
  const fields = readFields(input, refuse)
  const type = fields && readType(input, fields, refuse)
  const op = readOp(input, refuse)
  if (type !== undefined) refuseForeignMembers({ ...input, op }, type, refuse)
  // `typeMembers` belong to a type: where the type of the fields is unknown, they are not read.
  const read = [...(type === undefined ? [] : typeMembers), ...decidingMembers].map(
    (member) => [member, member.read(input, refuse)] as const,
  )
  const kind = type && kindOf(type, op, input)
  if (kind !== undefined) refuseIdleMembers(input, kind, refuse)
  if (fields === undefined || kind === undefined || faults.length > before) return undefined
  let members: Partial<Criterion> = {}
  const effectiveByMember = new Map<CriterionMember, Partial<Criterion>>(read)
  for (const member of kind.members) members = { ...members, ...effectiveByMember.get(member) }
  return {
    ...(fields.sourceField === fields.targetField ? { field: fields.sourceField } : fields),
    op,
    ...members,
    nulls: input.nulls ?? 'fail',
  }
}

/**
 * `oneSide` is the side with one record under a 1:n or n:1 rule. Throws a TypeError for a criterion that is not
 * effective.
 */
export function compileCriterion(
  criterion: Criterion,
  referenceData: ReferenceData,
  oneSide?: Side,
): CompiledCriterion {
  const compared = comparedFields(criterion)
  if (compared === undefined) throw new TypeError('An effective criterion names fields')
  const fields = { ...compared, ...(oneSide && { oneSide }) }
  const type = typeOf(criterion, fields)
  const kind = type && kindOf(type, criterion.op, criterion)
  if (kind === undefined) throw new TypeError(`No kind of criterion compares ${fields.sourceField} by ${criterion.op}`)
  const { blocking, bind } = kind.compile(criterion, fields, referenceData)
  return {
    ...fields,
    kind,
    name: nameOfFields(fields),
    nulls: criterion.nulls,
    // With `nulls: skip` a record without a value fits any other, so that the value is no blocking key.
    ...(blocking !== undefined && criterion.nulls !== 'skip' && { blocking }),
    bind,
  }
}

function readFields(input: CriterionInput, refuse: Refuse): SideFields | undefined {
  const { field, sourceField, targetField } = input
  if (field !== undefined && (sourceField !== undefined || targetField !== undefined)) {
    refuse(
      '/field',
      'conflict',
      'Got field beside sourceField or targetField, wanted either field or both of the others',
    )
    return undefined
  }
  const fields = comparedFields(input)
  if (fields === undefined) refuse('', 'required', 'Wanted field, or sourceField and targetField')
  return fields
}

function readType(input: CriterionInput, fields: SideFields, refuse: Refuse): ValueType | undefined {
  const { sourceField, targetField } = fields
  const named: readonly [string, string][] =
    input.field === undefined
      ? [
          ['/sourceField', sourceField],
          ['/targetField', targetField],
        ]
      : [['/field', sourceField]]
  const unknown = named.filter(([, field]) => fieldType(field) === undefined)
  for (const [member, field] of unknown) {
    refuse(member, 'unknown_field', `Got ${JSON.stringify(field)}, wanted ${fieldWanted(field)}`)
  }
  if (unknown.length > 0) return undefined
  const type = typeOf(input, fields)
  if (type === undefined)
    refuse('', 'conflict', `${sourceField} and ${targetField} hold values that cannot be compared`)
  return type
}

/**
 * The type of the fields. Two attributes have the type that a written member such as `days` or `sign` asks for, else
 * the only type of `op`, else they are text.
 */
export function typeOf(input: CriterionInput, { sourceField, targetField }: SideFields): ValueType | undefined {
  const [source, target] = [fieldType(sourceField), fieldType(targetField)]
  if (source === undefined || target === undefined) return undefined
  if (source !== 'attribute' || target !== 'attribute') return comparedType(source, target)
  const reading = [...decidingMembers, ...typeMembers].find(
    ({ name, readsAttributesAs }) => readsAttributesAs !== undefined && input[name] !== undefined,
  )
  const types = new Set(criterionKinds.flatMap((kind) => (kind.op === input.op ? kind.type : [])))
  const [only] = types
  return reading?.readsAttributesAs ?? (only !== undefined && types.size === 1 ? only : 'text')
}

function readOp(input: CriterionInput, refuse: Refuse): Criterion['op'] {
  const deciding = decidingMembers.filter(({ name }) => input[name] !== undefined)
  for (const { name, decides } of deciding.slice(1).reverse())
    if (decides?.clash !== undefined) refuse(`/${name}`, 'conflict', decides.clash)
  const implied = impliedOp(deciding[0])
  const op = input.op ?? implied
  if (op === implied) return op
  const [wanted, got] = [decidersOf(op), decidersOf(implied)]
  if (wanted !== undefined) refuse('/op', 'conflict', `Got ${op}, wanted ${wanted} with it`)
  else if (got !== undefined) refuse('/op', 'conflict', `Got ${op} beside ${got}, wanted ${implied}`)
  return op
}

function impliedOp(member: CriterionMember | undefined): Criterion['op'] {
  const kind = criterionKinds.find((each) => member !== undefined && decidingMember(each) === member)
  return kind === undefined || kind.op === 'sum' || kind.op === 'sign' ? 'equals' : kind.op
}

/** Words for the members of which `op` needs one: "a tolerance, days or business days". Undefined if it needs none. */
function decidersOf(op: Criterion['op']): string | undefined {
  const called = criterionKinds.flatMap((kind) => (kind.op === op ? (decidingMember(kind)?.decides?.called ?? []) : []))
  const [last, ...others] = called.toReversed()
  return others.length === 0 ? last : `${others.toReversed().join(', ')} or ${last}`
}

function refuseForeignMembers(input: CriterionInput, type: ValueType, refuse: Refuse): void {
  for (const member of [...decidingMembers, ...typeMembers])
    if (input[member.name] !== undefined && !hasMember(type, member))
      refuse(`/${member.name}`, 'conflict', member.refusal(type))
  for (const kind of criterionKinds)
    if (kind.op === input.op && kind.type !== type && kind.refusal !== undefined)
      refuse('/op', 'conflict', kind.refusal(type))
}

function refuseIdleMembers(input: CriterionInput, kind: CriterionKind, refuse: Refuse): void {
  for (const member of typeMembers) {
    const ops = opsWith(member)
    // A member of another kind of the same `op`, such as a calendar beside plain days, is refused where it is read.
    if (input[member.name] !== undefined && hasMember(kind.type, member) && !ops.includes(kind.op))
      refuse(`/${member.name}`, 'conflict', `Got ${member.name} beside ${kind.op}, wanted ${ops.join(' or ')}`)
  }
}
