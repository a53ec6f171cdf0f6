import { OpenAPIHono } from '@hono/zod-openapi'
import { answerError } from './http/answer-error.ts'
import type { AppEnv } from './http/app-env.ts'
import { discardUnreadBody } from './http/body-stream.ts'
import { accessLog } from './http/middleware/access-log.ts'
import { cors } from './http/middleware/cors.ts'
import { memoryBudget } from './http/middleware/memory-budget.ts'
import { createMethodTable } from './http/middleware/method-table.ts'
import { rateLimitHeaders } from './http/middleware/rate-limit-headers.ts'
import { requestId } from './http/middleware/request-id.ts'
import { requestLimits } from './http/middleware/request-limits.ts'
import { securityHeaders } from './http/middleware/security-headers.ts'
import { sessionAnswers } from './http/middleware/session-answers.ts'
import { thrownValues } from './http/middleware/thrown-values.ts'
import { renderProblem } from './http/problem.ts'
import type { Isolate } from './platform/isolate.ts'
import { adminRoutes } from './routes/admin.ts'
import { authRoutes } from './routes/auth.ts'
import { balanceRoutes } from './routes/balances.ts'
import { datasetRoutes } from './routes/datasets.ts'
import { deletionRoutes } from './routes/deletion.ts'
import { documentRoutes } from './routes/documents.ts'
import { evidenceRoutes } from './routes/evidence.ts'
import { arrivalRoutes, inboxRoutes } from './routes/inbox.ts'
import { indexLogRoutes } from './routes/index-log.ts'
import { keyRoutes } from './routes/keys.ts'
import { logRoutes } from './routes/log.ts'
import { memberRoutes } from './routes/members.ts'
import { metricsRoutes } from './routes/metrics.ts'
import { openapiRoutes } from './routes/openapi.ts'
import { periodStateRoutes } from './routes/period-states.ts'
import { periodRoutes } from './routes/periods.ts'
import { playgroundRoutes } from './routes/playground.ts'
import { policyRoutes } from './routes/policies.ts'
import { problemRoutes } from './routes/problems.ts'
import { reconciliationRoutes } from './routes/reconciliations.ts'
import { resultRoutes } from './routes/results.ts'
import { runRoutes } from './routes/runs.ts'
import { signingKeyRoutes } from './routes/signing-keys.ts'
import { systemRoutes } from './routes/system.ts'
import { tenantKeyRoutes } from './routes/tenant-keys.ts'
import { usageRoutes } from './routes/tenant-usage.ts'
import { trustExplorerRoutes } from './routes/trust-explorer.ts'
import { uploadRoutes } from './routes/uploads.ts'
import { webhookRoutes } from './routes/webhooks.ts'

/**
 * The whole service as one app. Every cache and counter that outlives a request belongs to the isolate, for which it asks as
 * a request begins.
 */
export function createApp(isolateOf: () => Isolate): OpenAPIHono<AppEnv> {
  const app = new OpenAPIHono<AppEnv>()
  const methods = createMethodTable(() => app)

  app.use(requestId(isolateOf), accessLog(), discardUnreadBody(), securityHeaders(), rateLimitHeaders())
  app.use(sessionAnswers(), cors(methods), requestLimits(), memoryBudget(), thrownValues())

  const routers = [
    systemRoutes(),
    policyRoutes(),
    runRoutes(),
    resultRoutes(),
    evidenceRoutes(),
    trustExplorerRoutes(),
    logRoutes(),
    indexLogRoutes(),
    datasetRoutes(),
    uploadRoutes(),
    deletionRoutes(),
    reconciliationRoutes(),
    periodRoutes(),
    balanceRoutes(),
    periodStateRoutes(),
    keyRoutes(),
    memberRoutes(),
    webhookRoutes(),
    inboxRoutes(),
    usageRoutes(),
    adminRoutes(),
    metricsRoutes(),
    tenantKeyRoutes(),
    playgroundRoutes(),
    openapiRoutes(),
  ]
  for (const router of routers) app.route('/api/v1', router)
  app.route('/', authRoutes())
  app.route('/', arrivalRoutes())
  app.route('/', documentRoutes())
  app.route('/', problemRoutes())
  app.route('/', signingKeyRoutes())

  app.notFound((c) => {
    const allowed = methods.allowed(c)
    if (allowed.length === 0) return renderProblem(c, 'route_not_found')
    return renderProblem(c, 'method_not_allowed', { headers: { Allow: allowed.join(', ') } })
  })
  app.onError((error, c) => answerError(c, error))
  return app
}
