import { createRoute } from '@hono/zod-openapi'
import { newTenantRecord, tenantRequest } from '@tallystick/schema/key'
import { logRecovery, tenantParams } from '@tallystick/schema/lost-run'
import { pageQuery } from '@tallystick/schema/page'
import { tenantChange, tenantExportQuery, tenantPage, tenantRecord, zipFile } from '@tallystick/schema/tenant'
import { readJson } from '../http/body.ts'
import { bodyCodes, operatorProblemResponses } from '../http/problem.ts'
import { headersNamed } from '../http/response-headers.ts'
import { createRouter } from '../http/router.ts'
import { createTenant } from '../keys/create-tenant.ts'
import { requireAdmin } from '../keys/require-admin.ts'
import { recoverTenantLog } from '../runs/recover-tenant-log.ts'
import { exportTenant } from '../tenants/export-tenant.ts'
import { changeTenant, deleteTenant, listTenants, readTenant } from '../tenants/manage-tenants.ts'

const createTenantRoute = createRoute({
  operationId: 'createTenant',
  method: 'post',
  path: '/admin/tenants',
  security: [{ adminKey: [] }],
  middleware: [requireAdmin()],
  request: { body: { required: true, content: { 'application/json': { schema: tenantRequest } } } },
  responses: {
    201: { description: 'The tenant', content: { 'application/json': { schema: newTenantRecord } } },
    ...operatorProblemResponses(...bodyCodes),
  },
})

const recoverLogRoute = createRoute({
  operationId: 'recoverTenantLog',
  method: 'post',
  path: '/admin/tenants/{id}/log/recover',
  security: [{ adminKey: [] }],
  middleware: [requireAdmin()],
  request: { params: tenantParams },
  responses: {
    200: { description: 'What was recovered', content: { 'application/json': { schema: logRecovery } } },
    ...operatorProblemResponses('tenant_not_found', 'log_diverged'),
  },
})

const listTenantsRoute = createRoute({
  method: 'get',
  path: '/admin/tenants',
  operationId: 'listTenants',
  security: [{ adminKey: [] }],
  middleware: [requireAdmin()],
  request: { query: pageQuery },
  responses: {
    200: { description: 'A page of tenants', content: { 'application/json': { schema: tenantPage } } },
    ...operatorProblemResponses('invalid_cursor'),
  },
})

const oneTenant = {
  200: { description: 'The tenant', content: { 'application/json': { schema: tenantRecord } } },
  ...operatorProblemResponses('tenant_not_found'),
}

const getTenantRoute = createRoute({
  method: 'get',
  path: '/admin/tenants/{id}',
  operationId: 'getTenant',
  security: [{ adminKey: [] }],
  middleware: [requireAdmin()],
  request: { params: tenantParams },
  responses: oneTenant,
})

const changeTenantRoute = createRoute({
  method: 'patch',
  path: '/admin/tenants/{id}',
  operationId: 'updateTenant',
  security: [{ adminKey: [] }],
  middleware: [requireAdmin()],
  request: {
    params: tenantParams,
    body: { required: true, content: { 'application/json': { schema: tenantChange } } },
  },
  responses: { ...oneTenant, ...operatorProblemResponses(...bodyCodes, 'tenant_not_found') },
})

const deleteTenantRoute = createRoute({
  method: 'delete',
  path: '/admin/tenants/{id}',
  operationId: 'deleteTenant',
  security: [{ adminKey: [] }],
  middleware: [requireAdmin()],
  request: { params: tenantParams },
  responses: {
    202: { description: 'The tenant, as it was', content: { 'application/json': { schema: tenantRecord } } },
    ...operatorProblemResponses('tenant_not_found'),
  },
})

const exportRoute = createRoute({
  method: 'get',
  path: '/admin/export',
  operationId: 'exportTenant',
  security: [{ adminKey: [] }],
  middleware: [requireAdmin()],
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

export function adminRoutes() {
  const router = createRouter()
  router.openapi(createTenantRoute, async (c) => c.json(await createTenant(c, await readJson(c, tenantRequest)), 201))
  router.openapi(listTenantsRoute, async (c) => c.json(await listTenants(c, c.req.valid('query')), 200))
  router.openapi(getTenantRoute, async (c) => c.json(await readTenant(c, c.req.valid('param').id), 200))
  router.openapi(changeTenantRoute, async (c) =>
    c.json(await changeTenant(c, c.req.valid('param').id, await readJson(c, tenantChange)), 200),
  )
  router.openapi(deleteTenantRoute, async (c) => c.json(await deleteTenant(c, c.req.valid('param').id), 202))
  router.openapi(exportRoute, (c) => exportTenant(c, c.req.valid('query').tenant))
  router.openapi(recoverLogRoute, async (c) => c.json(await recoverTenantLog(c, c.req.valid('param').id), 200))
  return router
}
