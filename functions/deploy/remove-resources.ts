import { configFileOf, type Deploying, jurisdictionWords, namespaceIdOf } from './resources.ts'
import { bucketNamesOf, ownNameOf, queueNamesOf, workerConfigOf } from './worker-config.ts'

/**
 * Deletes the Worker of a preview and its resources; missing ones are skipped. Goes on after a fault, and in the end
 * rejects with all faults. Rejects for other environments.
 */
export async function removeResources(deploying: Deploying): Promise<void> {
  const { deployment, tools, local } = deploying
  if (deployment.environment !== 'preview') throw new Error('Only a preview is removed by this program')
  const { name } = deployment
  const config = ['--config', configFileOf(deployment)]
  tools.writeConfig(configFileOf(deployment), workerConfigOf(local, deployment, undefined))
  const isThere = async (...words: string[]) => (await tools.ask([...words, ...config])) !== undefined
  const steps = [
    async () => {
      if (await isThere('deployments', 'status', '--name', name, '--json'))
        await tools.run(['delete', name, '--force', ...config])
    },
    ...(local.workflows ?? []).map((each) => async () => {
      const workflow = ownNameOf(name, each.name)
      if (await isThere('workflows', 'describe', workflow))
        await tools.run(['workflows', 'delete', workflow, ...config])
    }),
    ...queueNamesOf(local, name).map((queue) => async () => {
      if (await isThere('queues', 'info', queue)) await tools.run(['queues', 'delete', queue, ...config])
    }),
    async () => {
      if (await isThere('d1', 'info', name, '--json'))
        await tools.run(['d1', 'delete', name, '--skip-confirmation', ...config])
    },
    async () => {
      const id = await namespaceIdOf(deploying)
      if (id !== undefined) await tools.run(['kv', 'namespace', 'delete', '--namespace-id', id, '-y', ...config])
    },
    ...bucketNamesOf(local, name).map((bucket) => async () => {
      if (await isThere('r2', 'bucket', 'info', bucket, ...jurisdictionWords(deployment), '--json'))
        await removeBucket(deploying, bucket)
    }),
  ]
  const faults: unknown[] = []
  for (const step of steps) await step().catch((error: unknown) => faults.push(error))
  if (faults.length > 0) throw new AggregateError(faults, `The preview ${name} is not removed whole`)
}

/** Removes all objects first, since only an empty bucket can be deleted. */
async function removeBucket({ deployment, tools }: Deploying, name: string): Promise<void> {
  const { jurisdiction } = deployment
  const headers = jurisdiction === undefined ? {} : { 'cf-r2-jurisdiction': jurisdiction }
  const path = `/r2/buckets/${name}/objects`
  for (;;) {
    const page = await tools.call({ method: 'GET', path: `${path}?per_page=1000`, headers })
    const keys = keysOf(page)
    if (keys.length === 0) break
    for (const key of keys) await tools.call({ method: 'DELETE', path: `${path}/${encodeURIComponent(key)}`, headers })
  }
  await tools.run([
    'r2',
    'bucket',
    'delete',
    name,
    ...jurisdictionWords(deployment),
    '--config',
    configFileOf(deployment),
  ])
}

function keysOf(page: unknown): readonly string[] {
  const { result }: { result?: readonly { key: string }[] | null } = Object(page)
  return (result ?? []).map(({ key }) => key)
}
