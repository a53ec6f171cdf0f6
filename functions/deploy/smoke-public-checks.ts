import { type SmokeCheck, SmokeFault, wantProblem, wantSame, wantStatus } from './smoke-check.ts'

export const publicChecks: readonly SmokeCheck[] = [
  {
    name: 'answers, with the security headers and the id of the request',
    attempt: async ({ anyone }) => {
      const answer = await anyone.send('GET', '/api/v1/health')
      wantStatus(answer, 200)
      wantSame('nosniff', answer.headers.get('X-Content-Type-Options'), 'nosniff')
      wantSame(
        'the policy',
        answer.headers.get('Content-Security-Policy'),
        "default-src 'none'; frame-ancestors 'none'",
      )
      wantSame('Cache-Control', answer.headers.get('Cache-Control'), 'no-store')
      if (!/^req_[0-9a-z]{26}$/.test(answer.headers.get('X-Request-Id') ?? ''))
        throw new SmokeFault(`X-Request-Id is ${answer.headers.get('X-Request-Id')}`)
    },
  },
  {
    name: 'is ready: database, keys, bucket, secrets and the name of its logs',
    attempt: async ({ anyone }) => wantStatus(await anyone.send('GET', '/api/v1/ready'), 200),
  },
  {
    name: 'describes itself and its API',
    attempt: async ({ anyone }) => {
      const { service } = await anyone.api.system.meta()
      wantSame('service', service, 'tallystick')
      const { openapi, paths } = await anyone.api.system.openapi()
      wantSame('openapi', openapi, '3.1.0')
      wantSame('POST /runs', typeof Object(paths)['/api/v1/runs']?.post, 'object')
    },
  },
  {
    name: 'refuses who has no key, and a key that is none, with a problem',
    attempt: async ({ anyone }) => {
      wantProblem(await anyone.send('GET', '/api/v1/runs'), 401, 'api_key_missing')
      const forged = { headers: { 'X-API-Key': 'tsk_test_of_nobody' } }
      wantProblem(await anyone.send('GET', '/api/v1/runs', forged), 401, 'api_key_invalid')
      wantProblem(await anyone.send('GET', '/api/v1/nowhere'), 404, 'route_not_found')
    },
  },
]
