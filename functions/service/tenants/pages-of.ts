/** All rows of a list in pages of `limit`, read as they are taken. `read` gives the rows after `last`. */
export async function* pagesOf<Position, Row extends Position>(
  limit: number,
  read: (last: Position | undefined, limit: number) => PromiseLike<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let last: Position | undefined
  while (true) {
    const page = await read(last, limit)
    yield page
    last = page.at(-1)
    if (page.length < limit) return
  }
}
