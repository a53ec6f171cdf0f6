import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { secretMakers, writePrivateFile } from '@tallystick/local/secrets'
import { configFileOf, type Deploying } from './resources.ts'

/** The secrets that a Worker needs to be ready, each with its file in a directory of secrets. */
const secretFiles = { SIGNING_KEY: 'signing-key', KEY_PEPPER: 'key-pepper', ADMIN_KEY: 'admin-key' } as const
type SecretName = keyof typeof secretFiles
type Secrets = { readonly [Name in SecretName]?: string }
const secretNames: readonly SecretName[] = ['SIGNING_KEY', 'KEY_PEPPER', 'ADMIN_KEY']

/**
 * Gives the Worker its missing secrets from the directory, where new ones are made. Rejects without a directory when
 * any is missing: a signing key of which nobody keeps a copy is not made.
 */
export async function ensureSecretsOf(deploying: Deploying, directory: string | undefined): Promise<void> {
  const missing = await missingSecrets(deploying)
  if (missing.length === 0) return
  if (directory === undefined)
    throw new Error(
      `The Worker ${deploying.deployment.name} has no ${missing.join(', ')}. Deploy once from your own machine with --secrets DIRECTORY, which makes and keeps them`,
    )
  const isKept = !deploying.tools.isDry
  await putSecrets(deploying, Object.fromEntries(missing.map((name) => [name, secretIn(directory, name, isKept)])))
}

/** Gives a preview its missing secrets, which nobody keeps, and a new admin key, which it returns. */
export async function renewPreviewSecrets(deploying: Deploying): Promise<string> {
  const missing = await missingSecrets(deploying)
  const adminKey = secretMakers.ADMIN_KEY()
  const made = Object.fromEntries(missing.map((name) => [name, secretMakers[name]()]))
  await putSecrets(deploying, { ...made, ADMIN_KEY: adminKey })
  return adminKey
}

export function adminKeyIn(directory: string): string | undefined {
  const path = join(directory, secretFiles.ADMIN_KEY)
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined
}

async function missingSecrets({ deployment, tools }: Deploying): Promise<readonly SecretName[]> {
  const answer = await tools.ask(['secret', 'list', '--name', deployment.name, '--config', configFileOf(deployment)])
  // An unreadable list taken for an empty one would replace the key of a log that is already signed.
  if (answer === undefined && !tools.isDry) throw new Error(`The secrets of ${deployment.name} cannot be listed`)
  const present: readonly { name: string }[] = JSON.parse(answer ?? '[]')
  return secretNames.filter((name) => !present.some((each) => each.name === name))
}

/** Secrets go by standard input, so that they are in no file and no command line. */
async function putSecrets({ deployment, tools }: Deploying, secrets: Secrets): Promise<void> {
  await tools.run(['secret', 'bulk', '--name', deployment.name, '--config', configFileOf(deployment)], { ...secrets })
}

/** The secret in its file of the directory, or a new one, which is kept there for its owner alone. */
function secretIn(directory: string, name: SecretName, isKept: boolean): string {
  const path = join(directory, secretFiles[name])
  if (existsSync(path)) return readFileSync(path, 'utf8').trim()
  const secret = secretMakers[name]()
  if (!isKept) return secret
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  writePrivateFile(path, secret)
  return secret
}
