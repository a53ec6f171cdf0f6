/**
 * A Worker that does nothing but call its stores, for `npm run load`. `GET /?trips=6&rows=14&objects=6` makes six round
 * trips to D1, the last of which writes 14 rows in a batch, and then puts six objects into R2 one after another.
 */

interface FloorBindings {
  readonly DB: D1Database
  readonly BUCKET: R2Bucket
}

const body = 'x'.repeat(400)

export default {
  async fetch(request, { DB, BUCKET }) {
    const { searchParams } = new URL(request.url)
    const countOf = (name: string): number => Number(searchParams.get(name) ?? 0)
    const id = crypto.randomUUID()
    const read = () => DB.prepare('SELECT id, body FROM floor WHERE id = ?').bind(id)
    const write = (row: number) => DB.prepare('INSERT INTO floor (id, body) VALUES (?, ?)').bind(`${id}-${row}`, body)
    const rows = Array.from({ length: countOf('rows') }, (_, row) => write(row))
    const readCount = countOf('trips') - (rows.length > 0 ? 1 : 0)
    for (let trip = 0; trip < readCount; trip += 1) await read().all()
    if (rows.length > 0) await DB.batch(rows)
    for (let object = 0; object < countOf('objects'); object += 1) await BUCKET.put(`${id}/${object}`, body)
    return Response.json({ id, body })
  },
} satisfies ExportedHandler<FloorBindings>
