import { at, uint32At } from '../../base/at.ts'
import type { Slices } from '../../base/slices.ts'
import type { BoundSum } from '../../rules/criteria/bound-sum.ts'
import { entriesById, rowsById } from '../blocks/id-order.ts'
import { readTexts, spendNormalizing } from '../blocks/normalizing-work.ts'
import { reportTie } from '../closest/apply-choice.ts'
import { suggestionCountMax } from '../closest/tie-suggestions.ts'
import type { BoundRule } from '../state/bound-rule.ts'
import { addMatch, type Rows, type RunState } from '../state/run-state.ts'
import { anchorSideOf, itemSideOf, toSides } from './anchors.ts'
import { total } from './claim-groups.ts'
import { groupComponents, listingComponents } from './listing-components.ts'
import { type ListingAnchor, type Listings, openListings } from './listings.ts'

/**
 * A `listed` criterion: a record of the 1-side and all open records whose keys its text lists form a group. The group
 * matches when every listed key has a record and the sums agree; otherwise it is a finding `sum_mismatch`. Of several
 * texts that list one record, the only one whose sum agrees has it; where none or several agree, all records that
 * listings connect are a tie. Returns the number of groups. Changes `run`. O(records + listings), and O(pairs) where a
 * further criterion is not part of the key.
 */
export function* claimListed(run: RunState, rule: BoundRule, sum: BoundSum): Slices<number> {
  spendNormalizing(run, rule)
  yield* readTexts(run, rule)
  let candidateCount = 0
  for (const component of listingComponents(openListings(run, rule, sum))) {
    const groups = groupComponents(run, rule, component)
    if (run.work.endsSlice(stepsOfListing * component.anchorOf.length)) yield
    if ('excess' in groups) {
      const rows = rowsOf(rule, component)
      run.findings.push({ reason: 'group_too_large', rule, ...rows, candidates: [], work: groups.excess })
      continue
    }
    for (const listings of groups) {
      candidateCount += listings.anchors.length
      for (const left of listings.anchors.length === 1 ? [listings] : takeFitting(run, rule, { listings, sum }))
        if (left.anchors.length === 1) settle(run, rule, { listings: left, sum })
        else applyTie(run, rule, { listings: left, sum })
    }
  }
  return candidateCount
}

const stepsOfListing = 64

const rowsOf = (rule: BoundRule, { anchors, items }: Listings): Rows =>
  toSides(rule, { anchors: anchors.map(({ row }) => row), items: items.flat() })

const choiceOf = (rule: BoundRule, { anchors, items, anchorOf, itemOf }: Listings) => ({
  ...toSides<readonly (readonly number[])[]>(rule, { anchors: anchors.map(({ row }) => [row]), items }),
  edges: toSides(rule, { anchors: anchorOf, items: itemOf }),
})

interface Component {
  readonly listings: Listings
  readonly sum: BoundSum
}

function settle(run: RunState, rule: BoundRule, { listings, sum }: Component): void {
  const list = createGroupList(run, rule, { listings, sum })
  const anchor = at(listings.anchors, 0)
  const items = [...listings.items.keys()]
  if (!list.hasOneCurrency(items)) return
  if (list.agrees(anchor, items)) list.add({ anchor, items, isTied: false })
  else if (rule.compiled.rule.action === 'match')
    run.findings.push({ reason: 'sum_mismatch', rule, ...rowsOf(rule, listings), candidates: [] })
}

/**
 * Takes the groups of a tie whose sums agree and that share no record with another such group. Returns what is left of
 * the tie. A group that lost a record is no longer whole. Changes `run`.
 */
function takeFitting(run: RunState, rule: BoundRule, { listings, sum }: Component): readonly Listings[] {
  const list = createGroupList(run, rule, { listings, sum })
  const itemsByAnchor = itemsOfAnchors(listings)
  const fitting = listings.anchors.map((anchor, position) => {
    const items = at(itemsByAnchor, position)
    return list.hasOneCurrency(items) && list.agrees(anchor, items)
  })
  const useCounts = new Uint32Array(listings.items.length)
  for (const [edge, anchor] of listings.anchorOf.entries()) {
    const item = uint32At(listings.itemOf, edge)
    if (at(fitting, anchor)) useCounts[item] = uint32At(useCounts, item) + 1
  }
  const isTaking = fitting.map(
    (fits, anchor) => fits && at(itemsByAnchor, anchor).every((item) => useCounts[item] === 1),
  )
  if (!isTaking.includes(true)) return [listings]
  const taken = new Set<number>()
  for (const [position, anchor] of listings.anchors.entries()) {
    if (!at(isTaking, position)) continue
    const items = at(itemsByAnchor, position)
    list.add({ anchor, items, isTied: false })
    for (const item of items) taken.add(item)
  }
  const isLeft = (edge: number): boolean =>
    !at(isTaking, uint32At(listings.anchorOf, edge)) && !taken.has(uint32At(listings.itemOf, edge))
  return listingComponents({
    ...listings,
    anchors: listings.anchors.map(({ row, isWhole }, anchor) => ({
      row,
      isWhole: isWhole && !at(itemsByAnchor, anchor).some((item) => taken.has(item)),
    })),
    anchorOf: listings.anchorOf.filter((_, edge) => isLeft(edge)),
    itemOf: listings.itemOf.filter((_, edge) => isLeft(edge)),
  })
}

/** Anchor → the items that it lists. */
function itemsOfAnchors({ anchors, anchorOf, itemOf }: Listings): readonly (readonly number[])[] {
  const itemsByAnchor = anchors.map((): number[] => [])
  for (const [edge, anchor] of anchorOf.entries()) at(itemsByAnchor, anchor).push(uint32At(itemOf, edge))
  return itemsByAnchor
}

/** A suggest rule with `ambiguous: "drop"` suggests no part of a tie. */
function applyTie(run: RunState, rule: BoundRule, component: Component): void {
  const { action, ambiguous } = rule.compiled.rule
  if (action !== 'suggest') reportTie(run, rule, choiceOf(rule, component.listings))
  else if (ambiguous !== 'drop') suggestTied(run, rule, component)
}

/**
 * Suggests the groups whose sums agree, by the anchor's id. A group with a record that is in three suggestions already
 * is left out.
 */
function suggestTied(run: RunState, rule: BoundRule, { listings, sum }: Component): void {
  const list = createGroupList(run, rule, { listings, sum })
  const itemsByAnchor = itemsOfAnchors(listings)
  const counts = new Uint32Array(listings.items.length)
  const anchors = listings.anchors.map((anchor, position) => ({ ...anchor, items: at(itemsByAnchor, position) }))
  for (const { items, ...anchor } of entriesById(run[anchorSideOf(rule)], anchors)) {
    if (items.some((item) => uint32At(counts, item) >= suggestionCountMax)) continue
    if (!list.hasOneCurrency(items) || !list.agrees(anchor, items)) continue
    list.add({ anchor, items, isTied: true })
    for (const item of items) counts[item] = uint32At(counts, item) + 1
  }
}

interface ListedGroup {
  readonly anchor: ListingAnchor
  readonly items: readonly number[]
  readonly isTied: boolean
}

function createGroupList(run: RunState, rule: BoundRule, { listings, sum }: Component) {
  const units = toAnchorUnits(rule, sum)
  const itemUnits = listings.items.map((rows) => total(rows, units.items))
  const currencies = run[itemSideOf(rule)].table.text('currency')
  const itemCurrencies = listings.items.map((rows) => new Set(rows.map((row) => currencies.textAt(row))))
  return {
    hasOneCurrency: (items: readonly number[]): boolean =>
      new Set(items.flatMap((item) => [...at(itemCurrencies, item)])).size === 1,
    agrees({ row, isWhole }: ListingAnchor, items: readonly number[]): boolean {
      const totals = toSides(rule, {
        anchors: total([row], units.anchors),
        items: items.reduce((all, item) => all + at(itemUnits, item), 0n),
      })
      return isWhole && sum.holds(totals.source, totals.target)
    },
    add({ anchor, items, isTied }: ListedGroup): void {
      const members = items.flatMap((item) => at(listings.items, item))
      const rows = toSides(rule, { anchors: [anchor.row], items: rowsById(run[itemSideOf(rule)], members) })
      addMatch(run, { rule, ...rows, nodes: rows, interchangeable: false, ambiguous: isTied })
    },
  }
}

type UnitsOf = (row: number) => bigint | undefined

const toAnchorUnits = (rule: BoundRule, sum: BoundSum): { readonly anchors: UnitsOf; readonly items: UnitsOf } =>
  anchorSideOf(rule) === 'source'
    ? { anchors: sum.sourceUnits, items: sum.targetUnits }
    : { anchors: sum.targetUnits, items: sum.sourceUnits }
