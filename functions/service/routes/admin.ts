import { createRoute } from '@hono/zod-openapi'
import { plainText } from '@tallystick/schema/dataset'
import { newTenantRecord, tenantRequest } from '@tallystick/schema/key'
import { logRecovery, tenantParams } from '@tallystick/schema/lost-run'
import { pageQuery } from '@tallystick/schema/page'
import {
  tenantChange,
  tenantExportQuery,
  tenantPage,
  tenantRecord,
  usageQuery,
  zipFile,
} from '@tallystick/schema/tenant'
import { readJson } from '../http/body.ts'
import { bodyCodes, operatorProblemResponses } from '../http/problem.ts'
import { headersNamed, jsonAnswer, jsonBody } from '../http/route-answers.ts'
import { createRouter } from '../http/router.ts'
import { createTenant } from '../keys/create-tenant.ts'
import { requireAdmin } from '../keys/require-admin.ts'
import { recoverTenantLog } from '../runs/recover-tenant-log.ts'
import { exportTenant } from '../tenants/export-tenant.ts'
import { changeTenant, deleteTenant, listTenants, readTenant } from '../tenants/manage-tenants.ts'
import { answerUsage } from '../tenants/usage-csv.ts'

const byOperator = { tags: ['Admin'], security: [{ adminKey: [] }], middleware: [requireAdmin()] }

const createTenantRoute = createRoute({
  ...byOperator,
  operationId: 'createTenant',
  summary: 'Make a tenant',
  description: 'Makes a tenant and its first key, which has every scope and whose secret is in this answer only.',
  method: 'post',
  path: '/admin/tenants',
  request: { body: jsonBody(tenantRequest) },
  responses: {
    201: jsonAnswer('The tenant', newTenantRecord),
    ...operatorProblemResponses(...bodyCodes),
  },
})

const recoverLogRoute = createRoute({
  ...byOperator,
  operationId: 'recoverTenantLog',
  summary: 'Recover the log of a tenant',
  description:
    'Brings the stored log back to the log that was signed, after it has diverged or after a restore of the database. Receipts that are missing or altered are read back from R2 and verified by the keys of the service; nothing is signed. Runs whose rows are gone are lost, and listed.',
  method: 'post',
  path: '/admin/tenants/{id}/log/recover',
  request: { params: tenantParams },
  responses: {
    200: jsonAnswer('What was recovered', logRecovery),
    ...operatorProblemResponses('tenant_not_found', 'log_diverged'),
  },
})

const listTenantsRoute = createRoute({
  ...byOperator,
  method: 'get',
  path: '/admin/tenants',
  operationId: 'listTenants',
  summary: 'All tenants, newest first',
  description: 'Deleted tenants are among them until the hashes of their logs are removed.',
  request: { query: pageQuery },
  responses: {
    200: jsonAnswer('A page of tenants', tenantPage),
    ...operatorProblemResponses('invalid_cursor'),
  },
})

const oneTenant = {
  200: jsonAnswer('The tenant', tenantRecord),
  ...operatorProblemResponses('tenant_not_found'),
}

const getTenantRoute = createRoute({
  ...byOperator,
  method: 'get',
  path: '/admin/tenants/{id}',
  operationId: 'getTenant',
  summary: 'A tenant',
  description: 'With its settings and what it keeps.',
  request: { params: tenantParams },
  responses: oneTenant,
})

const changeTenantRoute = createRoute({
  ...byOperator,
  method: 'patch',
  path: '/admin/tenants/{id}',
  operationId: 'updateTenant',
  summary: 'Changes a tenant: name, plan, settings, suspension',
  description:
    'What is left out stays as it is; a setting that is null is removed. It holds everywhere within 15 seconds.',
  request: {
    params: tenantParams,
    body: jsonBody(tenantChange),
  },
  responses: { ...oneTenant, ...operatorProblemResponses(...bodyCodes, 'tenant_not_found') },
})

const deleteTenantRoute = createRoute({
  ...byOperator,
  method: 'delete',
  path: '/admin/tenants/{id}',
  operationId: 'deleteTenant',
  summary: 'Deletes a tenant',
  description:
    'Its keys stop within 15 seconds. Its lines are removed in the minutes after, and the hashes of its log after 90 days, unless its settings say otherwise. Repeating the request changes nothing.',
  request: { params: tenantParams },
  responses: {
    202: jsonAnswer('The tenant, as it was', tenantRecord),
    ...operatorProblemResponses('tenant_not_found'),
  },
})

const exportRoute = createRoute({
  ...byOperator,
  method: 'get',
  path: '/admin/export',
  operationId: 'exportTenant',
  summary: 'Everything of a tenant as one zip',
  description:
    'Tenant, keys without what checks them, datasets with their records, runs with their results, policies, receipts and the head of the log. Made while it is read.',
  request: { query: tenantExportQuery },
  responses: {
    200: {
      description: 'The archive',
      headers: headersNamed('Content-Disposition'),
      content: { 'application/zip': { schema: zipFile } },
    },
    ...operatorProblemResponses('tenant_not_found'),
  },
})

const usageRoute = createRoute({
  ...byOperator,
  method: 'get',
  path: '/admin/usage',
  operationId: 'listUsage',
  summary: 'What tenants made, month by month, as CSV',
  description:
    'A row for each tenant and month of UTC in which it made something, in the order of tenants and months: `month`, `tenant`, `name`, `plan`, `datasets` that were stored with `datasetRecords` and `datasetBytes` of lines, `runs` that were made, `completedRuns` and the `completedRecords` of both sides that they read. What is deleted stays counted; the rows of a deleted tenant stay until the hashes of its log are removed.',
  request: { query: usageQuery },
  responses: {
    200: {
      description: 'The rows',
      headers: headersNamed('Content-Disposition'),
      content: { 'text/csv': { schema: plainText } },
    },
    ...operatorProblemResponses(),
  },
})

export function adminRoutes() {
  const router = createRouter()
  router.openapi(createTenantRoute, async (c) => c.json(await createTenant(c, await readJson(c, tenantRequest)), 201))
  router.openapi(listTenantsRoute, async (c) => c.json(await listTenants(c, c.req.valid('query')), 200))
  router.openapi(getTenantRoute, async (c) => c.json(await readTenant(c, c.req.valid('param').id), 200))
  router.openapi(changeTenantRoute, async (c) =>
    c.json(await changeTenant(c, c.req.valid('param').id, await readJson(c, tenantChange)), 200),
  )
  router.openapi(deleteTenantRoute, async (c) => c.json(await deleteTenant(c, c.req.valid('param').id), 202))
  router.openapi(usageRoute, (c) => answerUsage(c, c.req.valid('query').month))
  router.openapi(exportRoute, (c) => exportTenant(c, c.req.valid('query').tenant))
  router.openapi(recoverLogRoute, async (c) => c.json(await recoverTenantLog(c, c.req.valid('param').id), 200))
  return router
}
