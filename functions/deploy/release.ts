import { checkLock, ensureLock } from './bucket-lock.ts'
import { configFileOf, type Deploying, ensureResources } from './resources.ts'
import type { SmokeOptions } from './smoke-suite.ts'
import { ensureSecretsOf } from './worker-secrets.ts'

export interface ReleaseOptions {
  /** The directory of the secrets, which a first deployment makes; undefined where no copies of secrets are kept. */
  readonly secretsDirectory: string | undefined
  /** Returns the admin key for the smoke test. Called once the secrets are made. */
  readonly adminKey: () => string | undefined
  /** The percentages of the requests that the new version gets, step by step; the last is 100. */
  readonly steps: readonly number[]
  readonly stepSeconds: number
  /** A name for the version in the Cloudflare account, such as its commit. */
  readonly tag: string | undefined
}

/**
 * Deploys staging or production: bucket lock, migrations, then a new version without requests, then with a growing
 * portion of them. A smoke test follows each step. Where it fails, the previous version gets all requests again, and
 * the release rejects. The first version of a Worker gets all requests at once.
 */
export async function release(deploying: Deploying, options: ReleaseOptions): Promise<void> {
  const { deployment, tools } = deploying
  await ensureResources(deploying)
  const config = ['--config', configFileOf(deployment)]
  const before = await currentVersion(deploying)
  if (before === undefined && options.secretsDirectory === undefined)
    throw new Error(
      `No deployment of ${deployment.name} is found. The first is made from your own machine, with --secrets DIRECTORY`,
    )
  await ensureLock(deploying)
  await checkLock(deploying)
  if (before !== undefined) await noteRestorePoint(deploying)
  // For a while both versions run over the new schema. So migrations only add; what only the old version needs is
  // dropped by a later release.
  await tools.run(['d1', 'migrations', 'apply', 'DB', '--remote', ...config])
  if (before === undefined) {
    await tools.run(['deploy', ...tagWords(options), ...config])
    await ensureSecretsOf(deploying, options.secretsDirectory)
    await tools.wait(settleSeconds)
    if (!(await tools.smoke(smokeOf(deploying, options)))) throw new Error('The first version fails its smoke test')
    return
  }
  await ensureSecretsOf(deploying, options.secretsDirectory)
  const after = versionIdIn(await tools.run(['versions', 'upload', ...tagWords(options), ...config]))
  try {
    await rollOut(deploying, { before, after }, options)
  } catch (error) {
    await rollBack(deploying, before)
    throw error
  }
  // Needed because uploading a version does not change cron triggers or routes.
  await tools.run(['triggers', 'deploy', ...config])
}

/** Sends all requests to the given version, by default to the one before the current version. */
export async function rollBack({ deployment, tools }: Deploying, version: string | undefined): Promise<void> {
  const config = ['--config', configFileOf(deployment)]
  const message = ['--message', 'rolled back', '-y']
  await tools.run([
    'rollback',
    ...(version === undefined ? [] : [version]),
    '--name',
    deployment.name,
    ...message,
    ...config,
  ])
}

async function rollOut(
  deploying: Deploying,
  { before, after }: { readonly before: string; readonly after: string },
  options: ReleaseOptions,
): Promise<void> {
  const { deployment, tools } = deploying
  for (const [index, percent] of [0, ...options.steps].entries()) {
    const old = percent === 100 ? [] : [`${before}@${100 - percent}%`]
    const words = ['versions', 'deploy', `${after}@${percent}%`, ...old, '--name', deployment.name, '-y']
    await tools.run([...words, '--config', configFileOf(deployment)])
    await tools.wait(index === 0 || percent === 100 ? settleSeconds : options.stepSeconds)
    if (!(await tools.smoke({ ...smokeOf(deploying, options), version: { worker: deployment.name, id: after } })))
      throw new Error(`Version ${after} fails its smoke test at ${percent} % of the requests`)
  }
}

/** How long a change takes to reach all locations. */
export const settleSeconds = 10

const smokeOf = ({ deployment }: Deploying, { adminKey }: ReleaseOptions): SmokeOptions => ({
  url: deployment.origin,
  adminKey: adminKey(),
})

/** The version that gets most of the requests now; undefined before the first deployment. */
async function currentVersion({ deployment, tools }: Deploying): Promise<string | undefined> {
  const words = ['deployments', 'status', '--json', '--name', deployment.name, '--config', configFileOf(deployment)]
  const answer = await tools.ask(words)
  if (answer === undefined) return undefined
  const { versions }: { versions: readonly { version_id: string; percentage: number }[] } = JSON.parse(answer)
  return versions.toSorted((a, b) => b.percentage - a.percentage)[0]?.version_id
}

/**
 * Prints the point that D1's Time Travel can restore, in case a migration has to be undone. Rejects where there is
 * none.
 */
async function noteRestorePoint({ deployment, tools }: Deploying): Promise<void> {
  const words = ['d1', 'time-travel', 'info', deployment.name, '--json', '--config', configFileOf(deployment)]
  const answer = await tools.ask(words)
  tools.say(`the database before the migrations: ${answer?.replaceAll(/\s+/g, ' ').trim() ?? 'no bookmark'}`)
}

const tagWords = ({ tag }: ReleaseOptions): readonly string[] => (tag === undefined ? [] : ['--tag', tag])

function versionIdIn(output: string): string {
  const [, id] = /Worker Version ID:\s*(\S+)/.exec(output) ?? []
  if (id === undefined) throw new Error(`wrangler named no version\n${output}`)
  return id
}
