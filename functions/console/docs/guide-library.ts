import { guideOrder } from './guide-order.ts'
import type { Guide, GuideSummary } from './guide-tree.ts'

/** The guides of `docs/`, as the build made them: the summaries of all are at hand, each text is fetched when it is opened. */

/** A guide in the list: its name in the address, and what it says of itself. */
export interface ListedGuide extends GuideSummary {
  readonly name: string
}

const nameOf = (path: string): string => /([^/]+)\.md$/.exec(path)?.[1] ?? path

const summaries: ReadonlyMap<string, GuideSummary> = new Map(
  Object.entries(
    import.meta.glob<GuideSummary>('../../../docs/*.md', { query: '?summary', import: 'default', eager: true }),
  ).map(([path, summary]) => [nameOf(path), summary]),
)

const texts: ReadonlyMap<string, () => Promise<Guide>> = new Map(
  Object.entries(import.meta.glob<Guide>('../../../docs/*.md', { import: 'default' })).map(([path, load]) => [
    nameOf(path),
    load,
  ]),
)

function listedGuide(name: string): ListedGuide {
  const summary = summaries.get(name)
  if (summary === undefined) throw new Error(`There is no docs/${name}.md`)
  return { name, ...summary }
}

/** The guides by who reads them. */
export const shelves = guideOrder.map(({ reader, names }) => ({ reader, guides: names.map(listedGuide) }))

/** All guides in one row: what is before a guide and after it. */
export const guideRow: readonly ListedGuide[] = shelves.flatMap(({ guides }) => guides)

/** All guides with their texts, some 200 KB: fetched when somebody searches. */
export const loadGuides = (): Promise<readonly (Guide & { readonly name: string })[]> =>
  Promise.all([...texts].map(async ([name, load]) => ({ name, ...(await load()) })))

/** The text of a guide; undefined where there is none of that name. */
export const loadGuide = (name: string): Promise<Guide> | undefined => texts.get(name)?.()
