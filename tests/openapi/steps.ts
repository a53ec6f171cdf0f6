import type { Step } from '../support/node/step.ts'

/** What `npm run test:openapi` runs, and `npm test -- --openapi` after everything else. */
export const openapiSteps: readonly Step[] = [
  { name: 'openapi: document and tools', command: ['tests/openapi/install.ts'] },
  ...['redocly', 'spectral'].map((name) => ({
    name: `openapi: ${name} finds nothing`,
    command: ['tests/openapi/check-lint.ts', name],
  })),
  ...['openapi-typescript', 'hey-api', 'orval'].map((name) => ({
    name: `openapi: client of ${name} compiles`,
    command: ['tests/openapi/check-client.ts', name],
  })),
  { name: 'openapi: packed client installs, compiles and runs', command: ['tests/openapi/check-package.ts'] },
]
