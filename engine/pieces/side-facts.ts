import { compareUtf8 } from '../base/bytes.ts'
import { addDecimals, type Decimal, formatDecimal, parseDecimal, zero } from '../base/decimal.ts'
import { bindRule, valueAt } from '../match/state/bound-rule.ts'
import type { WholeFacts } from '../match/state/whole-facts.ts'
import { attributePathCountMax } from '../record/attributes.ts'
import { recordId } from '../record/id-column.ts'
import { originIdsOf } from '../record/residual-id.ts'
import type { BySide, Side } from '../record/side.ts'
import type { Table } from '../record/table.ts'
import { type FieldsFound, fieldsFound } from '../result/absent-fields.ts'
import { type AmountSizes, addSizes, amountSizes, noSizes } from '../result/amount-sizes.ts'
import { controlTotals, type Totals } from '../result/control-amount.ts'
import { addDays, type DaysFound, daysFound } from '../result/side-warnings.ts'
import { fewNames, namesIn } from '../result/unlike-names.ts'
import type { CompiledPolicy } from '../rules/compiled-policy.ts'
import { mayIdentify } from '../rules/criteria/bound-identity.ts'
import type { ComparedValue } from '../rules/criteria/criterion-kind.ts'
import { placesOf } from '../rules/needed-fields.ts'
import { oneSided } from './one-sided.ts'
import { enabledRules } from './route.ts'

/**
 * Facts about all records of a side, which a run in pieces collects before its first rule. They are found part by part
 * while the side is read, and added up. Stored as JSON.
 */
export interface SideFacts {
  readonly recordCount: number
  readonly totals: Totals
  readonly fields: FieldsFound
  readonly days?: DaysFound | undefined
  readonly sizes: AmountSizes
  /** `placeKey` of a criterion → whether the records have at least two different values under it. */
  readonly values: { readonly [place: string]: ValuesFound }
  /** Ids of records that look like ids of residuals. */
  readonly residualIds: readonly string[]
  /** The names of counterparties as `namesIn` spells them; absent where they are too many to be known. */
  readonly names?: readonly string[] | undefined
}

interface ValuesFound {
  readonly first?: string
  readonly hasTwo: boolean
}

export function factsOf(table: Table, side: Side, policy: CompiledPolicy): SideFacts {
  const names = namesIn(table.text('counterparty'))
  const leavesResiduals = enabledRules(policy).some(({ rule }) => rule.residual !== undefined)
  return {
    recordCount: table.rowCount,
    totals: controlTotals(table, rowsOf(table)),
    fields: fieldsFound(table, policy.attributePaths),
    days: daysFound(table),
    sizes: amountSizes(table),
    values: valuesOf(table, side, policy),
    residualIds: leavesResiduals
      ? rowsOf(table)
          .map((row) => recordId(table, row))
          .filter(isResidualId)
      : [],
    names: names && [...names],
  }
}

export const noFacts: SideFacts = {
  recordCount: 0,
  totals: {},
  fields: { rowCount: 0, canonical: [], named: [], listed: [] },
  sizes: noSizes,
  values: {},
  residualIds: [],
  names: [],
}

export function addFacts(left: SideFacts, right: SideFacts): SideFacts {
  return {
    recordCount: left.recordCount + right.recordCount,
    totals: merged(left.totals, right.totals, (a, b) => formatDecimal(addDecimals(decimalOf(a), decimalOf(b)))),
    fields: {
      rowCount: left.fields.rowCount + right.fields.rowCount,
      canonical: union(left.fields.canonical, right.fields.canonical),
      named: union(left.fields.named, right.fields.named),
      listed: union(left.fields.listed, right.fields.listed).sort(compareUtf8).slice(0, attributePathCountMax),
    },
    days: addDays(left.days, right.days),
    sizes: addSizes(left.sizes, right.sizes),
    values: merged(left.values, right.values, (a, b) => ({
      ...(a.first !== undefined || b.first !== undefined ? { first: a.first ?? b.first } : {}),
      hasTwo: a.hasTwo || b.hasTwo || (a.first !== undefined && b.first !== undefined && a.first !== b.first),
    })),
    residualIds: [...left.residualIds, ...right.residualIds],
    names: left.names && right.names && fewNames(union(left.names, right.names)),
  }
}

/** The facts that the rule of a piece asks for. `listedKeys` are the keys of this rule. */
export function wholeFactsOf(
  facts: BySide<SideFacts>,
  policy: CompiledPolicy,
  listedKeys: ReadonlySet<string>,
): WholeFacts {
  const sideOf = new Map(policy.compiled.map(({ rule }) => [rule.id, rule.side]))
  const residualIds = { source: new Set(facts.source.residualIds), target: new Set(facts.target.residualIds) }
  const names = { source: setOfNames(facts.source), target: setOfNames(facts.target) }
  return {
    tellsApart(ruleId, position, place) {
      const { recordCount, values } = facts[sideOf.get(ruleId) ?? place]
      return recordCount === 1 || values[placeKey(ruleId, position, place)]?.hasTwo === true
    },
    hasId: (side, id) => residualIds[side].has(id),
    listedKeys: () => listedKeys,
    namesOf: (side) => names[side],
  }
}

const setOfNames = ({ names }: SideFacts) => names && new Set(names)

const isResidualId = (id: string): boolean => originIdsOf(id).length > 0

const placeKey = (ruleId: string, position: number, place: Side): string => `${ruleId} ${position} ${place}`

const rowsOf = ({ rowCount }: Table): number[] => Array.from({ length: rowCount }, (_, row) => row)

function valuesOf(table: Table, side: Side, policy: CompiledPolicy): SideFacts['values'] {
  const tables = oneSided(table, side, policy.attributePaths)
  const found = new Map<string, ValuesFound>()
  for (const compiled of enabledRules(policy)) {
    const places = placesOf(compiled.rule, side)
    if (places.length === 0) continue
    const { criteria } = bindRule(compiled, tables)
    for (const [position, bound] of criteria.entries()) {
      if (!mayIdentify(bound.criterion)) continue
      for (const place of places)
        found.set(
          placeKey(compiled.rule.id, position, place),
          firstValues(table, (row) => valueAt(bound, place, row)),
        )
    }
  }
  return Object.fromEntries(found)
}

function firstValues({ rowCount }: Table, valueAtRow: (row: number) => ComparedValue | undefined): ValuesFound {
  let first: string | undefined
  for (let row = 0; row < rowCount; row++) {
    const value = valueAtRow(row)
    if (value === undefined) continue
    if (first === undefined) first = spell(value)
    else if (spell(value) !== first) return { first, hasTwo: true }
  }
  return { ...(first !== undefined && { first }), hasTwo: false }
}

const spell = (value: ComparedValue): string => `${typeof value} ${value}`

const decimalOf = (text: string): Decimal => parseDecimal(text) ?? zero

const union = (left: readonly string[], right: readonly string[]): string[] => [...new Set([...left, ...right])]

function merged<Value>(
  left: { readonly [key: string]: Value },
  right: { readonly [key: string]: Value },
  add: (left: Value, right: Value) => Value,
): { readonly [key: string]: Value } {
  const all = new Map(Object.entries(left))
  for (const [key, value] of Object.entries(right)) {
    const known = all.get(key)
    all.set(key, known === undefined ? value : add(known, value))
  }
  return Object.fromEntries(all)
}
