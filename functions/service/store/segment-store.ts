import { idSegments } from '@tallystick/schema/folder-tables'
import { and, asc, eq } from 'drizzle-orm'
import type { Database } from './database.ts'
import type { IdSegment } from './id-segments.ts'

export const segmentStore = (db: Database) => ({
  all: (tenantId: string, datasetId: string) =>
    db
      .select({ segment: idSegments.segment, count: idSegments.count, hashes: idSegments.hashes })
      .from(idSegments)
      .where(ofDataset(tenantId, datasetId))
      .orderBy(asc(idSegments.segment)),

  insert: (tenantId: string, datasetId: string, segment: IdSegment) =>
    db.insert(idSegments).values({ tenantId, datasetId, ...segment }),

  remove: (tenantId: string, datasetId: string) => db.delete(idSegments).where(ofDataset(tenantId, datasetId)),
})

const ofDataset = (tenantId: string, datasetId: string) =>
  and(eq(idSegments.tenantId, tenantId), eq(idSegments.datasetId, datasetId))
