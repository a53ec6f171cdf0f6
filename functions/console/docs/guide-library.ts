import { guideOrder } from './guide-order.ts'
import type { Guide, GuideSummary } from './guide-tree.ts'

/** The guides of `docs/`: summaries are bundled, each text is fetched when it is opened. */

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

export const shelves = guideOrder.map(({ reader, names }) => ({ reader, guides: names.map(listedGuide) }))

/** The guides in the order of their links to the previous and the next one. */
export const guideRow: readonly ListedGuide[] = shelves.flatMap(({ guides }) => guides)

/** Hundreds of kilobytes: fetched only when somebody searches. */
export const loadGuides = (): Promise<readonly (Guide & { readonly name: string })[]> =>
  Promise.all([...texts].map(async ([name, load]) => ({ name, ...(await load()) })))

/** Undefined where there is no guide of that name. */
export const loadGuide = (name: string): Promise<Guide> | undefined => texts.get(name)?.()

const writtenGuides = new Map<string, Guide>()

/** Loads the guide that stands in the document, for `takeWrittenGuide`. */
export async function loadWrittenGuide(name: string): Promise<void> {
  const guide = await loadGuide(name)
  if (guide !== undefined) writtenGuides.set(name, guide)
}

/** The guide that stands in the document, at the first call. */
export function takeWrittenGuide(name: string): Guide | undefined {
  const guide = writtenGuides.get(name)
  writtenGuides.delete(name)
  return guide
}
