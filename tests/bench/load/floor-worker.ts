/**
 * A Worker that does nothing but call the platform, for `npm run load`. It asks the counter of requests once and logs a line
 * for each request, as every Worker of the project does. `/floor?id=…&batches=4:0,1:7&puts=1,2` also sends two batches to D1, of
 * four reads and of one read and seven writes, and then puts one object of R2, and two more at once. A read and the answer have
 * the columns of a run, and the answer has as many headers as one with a run. No call carries records.
 */

interface FloorBindings {
  readonly DB: D1Database
  readonly BUCKET: R2Bucket
  readonly BURST_ENTERPRISE: RateLimit
}

const text = 'x'.repeat(400)
const headers = Array.from({ length: 14 }, (_, index): [string, string] => [`X-Floor-${index}`, 'x'.repeat(20)])

export default {
  async fetch(request, { DB, BUCKET, BURST_ENTERPRISE }) {
    const { searchParams } = new URL(request.url)
    const textOf = (name: string): string => searchParams.get(name) ?? ''
    if (!searchParams.has('batches')) return new Response()
    await request.text()
    await BURST_ENTERPRISE.limit({ key: 'floor' })
    const id = crypto.randomUUID()
    const read = () => DB.prepare('SELECT * FROM floor_run WHERE id = ?').bind(textOf('id'))
    const write = () => DB.prepare('INSERT INTO floor (id, body) VALUES (?, ?)').bind(crypto.randomUUID(), text)
    let run: unknown
    for (const batch of textOf('batches').split(',')) {
      const [readCount = 0, writeCount = 0] = batch.split(':').map(Number)
      const statements = [...Array.from({ length: readCount }, read), ...Array.from({ length: writeCount }, write)]
      const [first] = statements.length === 1 ? [await read().all()] : await DB.batch(statements)
      run ??= first?.results[0]
    }
    for (const [step, together] of textOf('puts').split(',').entries())
      await Promise.all(Array.from({ length: Number(together) }, (_, put) => BUCKET.put(`${id}/${step}-${put}`, text)))
    console.log(JSON.stringify({ id, text }))
    return Response.json(run, { headers })
  },
} satisfies ExportedHandler<FloorBindings>
