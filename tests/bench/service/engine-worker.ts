import { sha256 } from '../../../functions/service/platform/hasher.ts'
import { openRows } from '../../../functions/service/platform/row-reader.ts'
import { type JobSide, readRecords, reconcileSides } from './engine-job.ts'

/**
 * A Worker that is only the engine, for the bench. `PUT /source` and `PUT /target` bring the records as CSV, which stay in
 * memory; `POST /` reconciles them, so that the time of its answer is that of the engine.
 */

const sides = new Map<string, JobSide>()

export default {
  async fetch(request) {
    const { pathname } = new URL(request.url)
    if (request.method === 'PUT') {
      sides.set(pathname, readRecords(new Uint8Array(await request.arrayBuffer()), { sha256, openRows }))
      return new Response()
    }
    const [source, target] = [sides.get('/source'), sides.get('/target')]
    if (source === undefined || target === undefined) return new Response(null, { status: 409 })
    return Response.json(reconcileSides(source, target, sha256))
  },
} satisfies ExportedHandler
