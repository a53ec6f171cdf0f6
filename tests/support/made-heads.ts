import { utf8 } from '@tallystick/engine/base'
import { logNameOf, type PlacedHead } from '@tallystick/engine/log'
import { leafHash } from '@tallystick/engine/merkle'
import { formatHead, type IndexHead, parseHead, placeHead } from '../../engine/log/index-head.ts'
import { rootOfLines } from '../../engine/merkle/frontier.ts'
import { createProofCollector } from '../../engine/merkle/proof-collector.ts'
import { sha256 } from '../engine/support/sha256.ts'

/** Heads of logs that are made up: entry i of a log is a text, and another text from `fork` on. */
export interface HeadPlan {
  readonly origin: string
  readonly size: number
  readonly fork?: number
  /** The head that it follows; the newest of its log where it is left out. */
  readonly after?: PlacedHead | null
}

const linesOf = ({ origin, size, fork = size }: HeadPlan): readonly string[] =>
  Array.from({ length: size }, (_, index) => `${origin} ${index}${index < fork ? '' : ' forked'}`)

/** The root of the log of a plan. */
export const rootOfPlan = (plan: HeadPlan): string => rootOfLines(sha256, linesOf(plan))

/** The proof that the log of a plan begins with its first `from` entries. */
export function growthOfPlan(plan: HeadPlan, from: number): readonly string[] {
  const collector = createProofCollector(sha256)
  for (const [index, line] of linesOf(plan).entries()) {
    if (index === from) collector.proveBeginning()
    collector.append(leafHash(sha256, utf8(line)))
  }
  if (plan.size === from) collector.proveBeginning()
  return collector.finish().consistency.get(from)?.hashes ?? []
}

/** The lines of an index whose entries are the heads of the plans, one after another. */
export function madeHeads(plans: readonly HeadPlan[]): readonly string[] {
  const newest = new Map<string, PlacedHead>()
  return plans.map((plan, entry) => {
    const before = plan.after === undefined ? (newest.get(plan.origin) ?? null) : plan.after
    const head = {
      log: logNameOf(sha256, plan.origin),
      size: plan.size,
      root: rootOfPlan(plan),
      previous: before && { entry: before.entry, hash: before.hash },
      consistency: before === null ? [] : growthOfPlan(plan, before.size),
    }
    const line = formatHead(head)
    newest.set(plan.origin, placedIn(line, entry))
    return line
  })
}

/** The head in a line, at its place in the index. */
export const placedIn = (line: string, entry: number): PlacedHead =>
  placeHead(sha256, entry, { line, head: headIn(line) })

/** The head in a line; fails the test where there is none. */
export function headIn(line: string): IndexHead {
  const head = parseHead(line)
  if (!head.ok) throw new Error(head.detail)
  return head.value
}

/** A tree's inclusion proof of one of its lines. */
export function inclusionOf(lines: readonly string[], index: number) {
  const collector = createProofCollector(sha256)
  for (const [each, line] of lines.entries()) collector.append(leafHash(sha256, utf8(line)), each === index)
  const { root, inclusion } = collector.finish()
  const proof = inclusion.get(index)
  if (proof === undefined) throw new Error(`There is no line ${index}`)
  return { root, proof }
}
