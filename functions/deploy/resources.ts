import type { Unstable_RawConfig } from 'wrangler'
import type { Deployment } from './deployment.ts'
import type { Toolchain } from './toolchain.ts'
import { bucketNamesOf, queueNamesOf, workerConfigOf } from './worker-config.ts'

export interface Deploying {
  readonly deployment: Deployment
  readonly tools: Toolchain
  readonly local: Unstable_RawConfig
}

/**
 * The configuration file of a deployment. It is in the root, to which the paths in wrangler.toml are relative, and
 * ignored by git.
 */
export const configFileOf = ({ name }: Deployment): string => `wrangler.${name}.json`

/**
 * Makes the missing database, namespace, bucket and queue of a deployment in its jurisdiction, and writes the configuration
 * that binds them. Rejects where the database is in another jurisdiction.
 */
export async function ensureResources(deploying: Deploying): Promise<void> {
  const { deployment, tools, local } = deploying
  const file = configFileOf(deployment)
  tools.writeConfig(file, workerConfigOf(local, deployment, undefined))
  const databaseId = await ensureDatabase(deploying)
  const namespaceId = await ensureNamespace(deploying)
  await ensureBuckets(deploying)
  await ensureQueues(deploying)
  tools.writeConfig(file, workerConfigOf(local, deployment, { databaseId, namespaceId }))
}

async function ensureDatabase({ deployment, tools }: Deploying): Promise<string> {
  const { name, jurisdiction } = deployment
  const question = ['d1', 'info', name, '--json', '--config', configFileOf(deployment)]
  let answer = await tools.ask(question)
  if (answer === undefined) {
    await tools.run(['d1', 'create', name, ...jurisdictionWords(deployment), '--config', configFileOf(deployment)])
    answer = await tools.ask(question)
  }
  if (answer === undefined) return unknownId(deployment, tools)
  const database: { uuid: string; jurisdiction?: string | null } = JSON.parse(answer)
  if ((database.jurisdiction ?? undefined) !== jurisdiction)
    throw new Error(
      `The database ${name} is in the jurisdiction ${database.jurisdiction ?? 'none'}, wanted ${jurisdiction ?? 'none'}: a jurisdiction cannot be changed`,
    )
  return database.uuid
}

async function ensureNamespace({ deployment, tools }: Deploying): Promise<string> {
  const { name } = deployment
  const config = ['--config', configFileOf(deployment)]
  const found = await namespaceIdOf({ deployment, tools })
  if (found !== undefined) return found
  await tools.run(['kv', 'namespace', 'create', name, ...jurisdictionWords(deployment), ...config])
  return (await namespaceIdOf({ deployment, tools })) ?? unknownId(deployment, tools)
}

/** The text that stands for the id of a resource that a dry run did not make. Throws outside of a dry run. */
function unknownId({ name }: Deployment, { isDry }: Toolchain): string {
  if (isDry) return `<id of ${name}>`
  throw new Error(`What was made for ${name} cannot be found in the account`)
}

async function ensureBuckets({ deployment, tools, local }: Deploying): Promise<void> {
  for (const bucket of bucketNamesOf(local, deployment.name)) {
    const words = [bucket, ...jurisdictionWords(deployment), '--config', configFileOf(deployment)]
    if ((await tools.ask(['r2', 'bucket', 'info', ...words, '--json'])) !== undefined) continue
    await tools.run(['r2', 'bucket', 'create', ...words])
  }
}

async function ensureQueues({ deployment, tools, local }: Deploying): Promise<void> {
  const config = ['--config', configFileOf(deployment)]
  for (const queue of queueNamesOf(local, deployment.name)) {
    if ((await tools.ask(['queues', 'info', queue, ...config])) !== undefined) continue
    await tools.run(['queues', 'create', queue, ...jurisdictionWords(deployment), ...config])
  }
}

export async function namespaceIdOf({ deployment, tools }: Omit<Deploying, 'local'>): Promise<string | undefined> {
  const answer = await tools.ask(['kv', 'namespace', 'list', '--config', configFileOf(deployment)])
  const namespaces: readonly { id: string; title: string }[] = JSON.parse(answer ?? '[]')
  return namespaces.find(({ title }) => title === deployment.name)?.id
}

export const jurisdictionWords = ({ jurisdiction }: Deployment): readonly string[] =>
  jurisdiction === undefined ? [] : ['--jurisdiction', jurisdiction]
