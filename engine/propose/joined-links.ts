import { at } from '../base/at.ts'
import { countRows, type Link, linkOf } from './link.ts'
import type { LinkEvidence } from './link-evidence.ts'

/**
 * Links that join two pairs of fields: only both keys together stand for one record, such as an invoice number and its
 * seller.
 */

const linkCountMax = 6
const joinedCountMax = 8
const finerCountMax = 8
/** A joined link that keeps less than this fraction of the rows is dropped: its two links contradict each other. */
const keptFractionMin = 0.5
/** Separates the keys of two links; it does not occur in a key. */
const separator = '\u0000'

export function joinedLinks(evidence: readonly LinkEvidence[]): readonly Link[] {
  const repeated = evidence
    .filter(({ isUnique, rightFraction }) => !isUnique && rightFraction >= 0.3)
    .map(({ link }) => link)
    .slice(0, linkCountMax)
  const joined = repeated.flatMap((left, index) =>
    repeated
      .slice(index + 1)
      .filter((right) => left.sourceField !== right.sourceField && left.targetField !== right.targetField)
      .map((right) => ({
        both: join(left, right),
        least: keptFractionMin * Math.max(countRows(left), countRows(right)),
      }))
      .filter(({ both, least }) => countRows(both) >= least)
      .map(({ both }) => both),
  )
  return joined
    .filter(({ pairs, blocks }) => pairs.length >= 0.5 * blocks.length && blocks.length > 2)
    .slice(0, joinedCountMax)
}

/**
 * Links that join two repeated ones into a finer key, for groups: a batch number that each terminal counts for itself,
 * and the terminal. Only links between different fields whose keys stand together in most of their rows.
 */
export function finerLinks(evidence: readonly LinkEvidence[]): readonly Link[] {
  const repeated = evidence
    .filter(({ isUnique, link }) => !isUnique && link.criteria.length === 1 && link.blocks.length > 1)
    .map(({ link }) => ({ link, count: countRows(link) }))
  const most = Math.max(0, ...repeated.map(({ count }) => count))
  const wide = repeated.filter(({ count }) => count >= keptFractionMin * most).slice(0, finerCountMax)
  return wide.flatMap((left, index) =>
    wide
      .slice(index + 1)
      .filter(
        (right) => left.link.sourceField !== right.link.sourceField || left.link.targetField !== right.link.targetField,
      )
      .map((right) => ({
        both: join(left.link, right.link),
        least: keptFractionMin * Math.max(left.count, right.count),
      }))
      .filter(({ both, least }) => countRows(both) >= least)
      .map(({ both }) => both),
  )
}

function join(left: Link, right: Link): Link {
  const keys = (own: Link['sourceKeys'], other: Link['sourceKeys']): Link['sourceKeys'] =>
    own.map((key, row) => {
      const second = at(other, row)
      return key === undefined || second === undefined ? undefined : `${key}${separator}${second}`
    })
  return linkOf(
    {
      name: `${left.name} ${right.name}`,
      sourceField: left.sourceField,
      targetField: left.targetField,
      criteria: [...left.criteria, ...right.criteria],
      words: `${left.words}, with the same ${right.sourceField === right.targetField ? right.sourceField : `${right.sourceField} and ${right.targetField}`}`,
    },
    { sourceKeys: keys(left.sourceKeys, right.sourceKeys), targetKeys: keys(left.targetKeys, right.targetKeys) },
  )
}
