import { utf8 } from '@tallystick/engine/base'

/** Rows as lines of JSON. A row that was altered and cannot be shown is only named. */
export async function* linesOf<Row extends object>(
  pages: AsyncIterable<readonly Row[]>,
  show: (row: Row) => object,
): AsyncGenerator<Uint8Array> {
  for await (const page of pages)
    for (const row of page) {
      try {
        yield lineOf(show(row))
      } catch {
        yield lineOf({ ...('id' in row && { id: row.id }), altered: true })
      }
    }
}

export const lineOf = (value: object): Uint8Array => utf8(`${JSON.stringify(value)}\n`)

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
