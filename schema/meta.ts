import { z } from '@hono/zod-openapi'

export const healthRecord = z.object({ status: z.literal('ok') }).openapi('Health')

export const openApiDocument = z.looseObject({ openapi: z.string() }).openapi('OpenApiDocument')
