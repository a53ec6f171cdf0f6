export interface ListPage<Item> {
  readonly items: readonly Item[]
  /** Undefined on the last page. */
  readonly nextCursor: string | undefined
}

/** Iterates over every item of a list, which is fetched page by page. `pages()` iterates over whole pages. */
export interface List<Item> extends AsyncIterable<Item> {
  readonly pages: () => AsyncGenerator<ListPage<Item>>
  readonly toArray: () => Promise<Item[]>
}

/** `read` fetches the page after a cursor; for the first page the cursor is undefined. */
export function listBy<Item>(read: (cursor: string | undefined) => Promise<ListPage<Item>>): List<Item> {
  async function* pages(): AsyncGenerator<ListPage<Item>> {
    let cursor: string | undefined
    do {
      const page = await read(cursor)
      yield page
      cursor = page.nextCursor
    } while (cursor !== undefined)
  }
  async function* items(): AsyncGenerator<Item> {
    for await (const page of pages()) yield* page.items
  }
  return { [Symbol.asyncIterator]: items, pages, toArray: () => gather(items()) }
}

async function gather<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}
