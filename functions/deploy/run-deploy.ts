import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { root, toolEnvironment } from '@tallystick/local/tool-environment'
import { type DeployArguments, readDeployArguments, usage } from './deploy-options.ts'
import { deploymentOf } from './deployment.ts'
import { deployPreview } from './preview.ts'
import { release, rollBack } from './release.ts'
import { removeResources } from './remove-resources.ts'
import { type Deploying, ensureResources } from './resources.ts'
import { deployedAccount, emptyAccount } from './supposed-account.ts'
import { createDryToolchain, createToolchain } from './toolchain.ts'
import { adminKeyIn } from './worker-secrets.ts'

interface DeployTerminal {
  readonly print: (line: string) => void
  readonly printError: (line: string) => void
}

/**
 * Runs `npm run deploy -- …`: makes the resources, deploys with wrangler, tests, and rolls back a version that fails.
 * Exit codes: 0; 1 where a deployment failed; 2 where it did not begin.
 */
export async function runDeploy(words: readonly string[], terminal: DeployTerminal): Promise<0 | 1 | 2> {
  let begun = false
  try {
    const read = readDeployArguments(words)
    const deploying = await prepare(read, terminal)
    begun = true
    await act(read, deploying)
    return 0
  } catch (error) {
    const faults = error instanceof AggregateError ? error.errors : []
    for (const each of [error, ...faults]) terminal.printError(each instanceof Error ? each.message : String(each))
    if (!begun) terminal.printError(usage)
    return begun ? 1 : 2
  }
}

async function prepare(
  { target, settings, action, ...words }: DeployArguments,
  { print }: DeployTerminal,
): Promise<Deploying> {
  const read = deploymentOf(readFileSync(resolve(root, settings), 'utf8'), target)
  if (!read.ok) throw new Error(read.faults.map((fault) => `${settings}: ${fault}`).join('\n'))
  const deployment = read.value
  // A dry run assumes that a preview is new, and that other deployments exist.
  const isThere = action !== 'preview' && !words.isFirst
  const account = isThere ? deployedAccount(deployment) : emptyAccount
  const tools = words.isDry ? createDryToolchain(print, account) : createToolchain(print)
  // Has to be set before wrangler is loaded, which then decides where its logs go.
  Object.assign(process.env, toolEnvironment)
  const { experimental_readRawConfig } = await import('wrangler')
  const { rawConfig: local } = experimental_readRawConfig({ config: resolve(root, 'wrangler.toml') })
  return { deployment, tools, local }
}

async function act(words: DeployArguments, deploying: Deploying): Promise<void> {
  if (words.action === 'config') return writeConfig(deploying)
  if (words.action === 'rollback') {
    await writeConfig(deploying)
    return rollBack(deploying, words.version)
  }
  if (words.action === 'remove-preview') return removeResources(deploying)
  if (words.action === 'preview') {
    const comment = await deployPreview(deploying)
    if (words.comment !== undefined && !words.isDry) writeFileSync(resolve(root, words.comment), comment)
    else deploying.tools.say(comment)
    return
  }
  const { secretsDirectory, stepSeconds, tag } = words
  await release(deploying, {
    secretsDirectory,
    adminKey: () =>
      (secretsDirectory === undefined ? undefined : adminKeyIn(secretsDirectory)) ??
      process.env['TALLYSTICK_ADMIN_KEY'],
    steps: words.action === 'staging' ? [100] : [10, 50, 100],
    stepSeconds,
    tag,
  })
}

/** Writes the configuration of an existing deployment. Rejects where a resource is missing. */
async function writeConfig({ tools, ...deploying }: Deploying): Promise<void> {
  const run = () => Promise.reject(new Error(`${deploying.deployment.name} is not deployed with these settings`))
  await ensureResources({ ...deploying, tools: { ...tools, run } })
}
