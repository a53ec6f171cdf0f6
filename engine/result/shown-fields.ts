import { at, byteAt } from '../base/at.ts'
import { appendBytes, type ByteBuffer } from '../base/byte-buffer.ts'
import { utf8 } from '../base/bytes.ts'
import { canonicalize } from '../base/canonical.ts'
import type { BoundRule } from '../match/state/bound-rule.ts'
import type { Table } from '../record/table.ts'
import type { BoundCriterion } from '../rules/criteria/bound-criterion.ts'
import { isToldByPresence } from './pair-confidence.ts'
import { shownField, standing } from './shown-field.ts'
import { mayTurn } from './turned.ts'

/**
 * Writes the members `equal` and `differ` of the lines of pairs from columns, equal to what `comparedValues` returns.
 */
interface ShownFields {
  /** Compares the pair that the other functions write next. Returns a bit for each field with a value on both sides. */
  compare(source: number, target: number): number
  appendDiffer(buffer: ByteBuffer, source: number, target: number): void
  appendEqual(buffer: ByteBuffer, source: number): void
}

const comma = utf8(',')
const listStart = utf8('[')
const listEnd = utf8(']')
const objectEnd = utf8('}')

/** Undefined for a rule with two criteria of one name. */
export function shownFields(rule: BoundRule, source: Table, target: Table): ShownFields | undefined {
  const { criteria } = rule
  const equal = equalInPairs(rule).map(({ criterion }) => criterion)
  const compared = criteria.map(({ criterion }) => criterion).filter(({ kind }) => kind.showsFields)
  if (new Set(compared.map(({ name }) => name)).size < compared.length) return undefined
  const fields = compared
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((criterion) => {
      const name = `${canonicalize(criterion.name)}:`
      const [inDiffer, inEqual] = [utf8(`,"differ":{${name}`), utf8(`,"equal":{${name}`)]
      const field = shownField(criterion, source, target)
      const compare = equal.includes(criterion) ? field.compareEqual : field.compare
      return { ...field, compare, inDiffer, inEqual, inNext: utf8(`,${name}`) }
    })
  const standings = new Uint8Array(fields.length)
  const count = fields.length
  return {
    compare(s, t) {
      let presence = 0
      for (let index = 0; index < count; index++) {
        const found = at(fields, index).compare(s, t)
        standings[index] = found
        presence = 2 * presence + Number(found !== standing.absent)
      }
      return presence
    },
    appendDiffer(buffer, s, t) {
      let isFirst = true
      for (let index = 0; index < count; index++) {
        if (byteAt(standings, index) !== standing.differ) continue
        const field = at(fields, index)
        appendBytes(buffer, isFirst ? field.inDiffer : field.inNext)
        isFirst = false
        appendBytes(buffer, listStart)
        field.append(buffer, 'source', s)
        appendBytes(buffer, comma)
        field.append(buffer, 'target', t)
        appendBytes(buffer, listEnd)
      }
      if (!isFirst) appendBytes(buffer, objectEnd)
    },
    appendEqual(buffer, s) {
      let isFirst = true
      for (let index = 0; index < count; index++) {
        if (byteAt(standings, index) !== standing.equal) continue
        const field = at(fields, index)
        appendBytes(buffer, isFirst ? field.inEqual : field.inNext)
        isFirst = false
        field.append(buffer, 'source', s)
      }
      if (!isFirst) appendBytes(buffer, objectEnd)
    },
  }
}

/** The criteria whose values are equal, or both absent, in every pair of the rule: the source's value tells both. */
export const equalInPairs = (rule: BoundRule): BoundCriterion[] =>
  mayTurn(rule) ? [] : rule.criteria.filter((bound) => bound.criterion.nulls !== 'skip' && isToldByPresence(bound))
