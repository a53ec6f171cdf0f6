import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { secretMakers, writePrivateFile } from '@tallystick/local/secrets'
import { configFileOf, type Deploying } from './resources.ts'

/** The secrets that a Worker needs to be ready, and the name of the file of each in a directory of secrets. */
const secretFiles = { SIGNING_KEY: 'signing-key', KEY_PEPPER: 'key-pepper', ADMIN_KEY: 'admin-key' } as const
type SecretName = keyof typeof secretFiles
type Secrets = { readonly [Name in SecretName]?: string }
const secretNames: readonly SecretName[] = ['SIGNING_KEY', 'KEY_PEPPER', 'ADMIN_KEY']

/**
 * Gives the Worker the secrets that it lacks, from the directory; new ones are kept there. Rejects without a directory
 * where a secret is missing: a signing key of which no copy is kept is never made.
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

/** Gives a preview the secrets that it lacks, of which no copy is kept, and a new admin key, which is returned. */
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
  // An unreadable list must not be taken for an empty one: the key of a log that is already signed would be replaced.
  if (answer === undefined && !tools.isDry) throw new Error(`The secrets of ${deployment.name} cannot be listed`)
  const present: readonly { name: string }[] = JSON.parse(answer ?? '[]')
  return secretNames.filter((name) => !present.some((each) => each.name === name))
}

/** Secrets are sent to standard input, so that no file and no command line contains them. */
async function putSecrets({ deployment, tools }: Deploying, secrets: Secrets): Promise<void> {
  await tools.run(['secret', 'bulk', '--name', deployment.name, '--config', configFileOf(deployment)], { ...secrets })
}

/**
 * The secret in the directory's file for it. If there is none, a new one; with `isKept` it is written to that file,
 * readable only by the owner.
 */
function secretIn(directory: string, name: SecretName, isKept: boolean): string {
  const path = join(directory, secretFiles[name])
  if (existsSync(path)) return readFileSync(path, 'utf8').trim()
  const secret = secretMakers[name]()
  if (!isKept) return secret
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  writePrivateFile(path, secret)
  return secret
}
