import { settleSeconds } from './release.ts'
import { configFileOf, type Deploying, ensureResources } from './resources.ts'
import { renewPreviewSecrets } from './worker-secrets.ts'

/**
 * Deploys the Worker of a pull request, with its own database, namespace and bucket, and tests it. Returns Markdown for
 * the pull request; rejects where the Worker fails the smoke test.
 */
export async function deployPreview(deploying: Deploying): Promise<string> {
  const { deployment, tools } = deploying
  await ensureResources(deploying)
  const config = ['--config', configFileOf(deployment)]
  await tools.run(['d1', 'migrations', 'apply', 'DB', '--remote', ...config])
  await tools.run(['deploy', ...config])
  const adminKey = await renewPreviewSecrets(deploying)
  await tools.wait(settleSeconds)
  if (!(await tools.smoke({ url: deployment.origin, adminKey })))
    throw new Error(`The preview ${deployment.origin} fails the smoke test`)
  return `### Preview

[${deployment.origin}](${deployment.origin}/api/v1/meta) passes the smoke test. It has a database, a namespace and a bucket of its
own, which are deleted with it when this pull request is closed.
`
}
