import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'

/** The content of `.dev.vars`: wrangler reads local variables and secrets from it, and git ignores it. */
export type LocalSecrets = { readonly [name in keyof typeof secretMakers]: string }

export const secretMakers = {
  /** Local keys begin with `tsk_test_`: the service in production refuses them. */
  ENVIRONMENT: () => 'test',
  /** A local checkpoint cannot be taken for one of a deployed log (RFC 6761 §6.3). */
  LOG_ORIGIN: () => 'localhost',
  /** An Ed25519 private key (RFC 8410): PKCS #8 in base64. */
  SIGNING_KEY: () =>
    generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
  KEY_PEPPER: () => randomBytes(32).toString('hex'),
  ADMIN_KEY: () => randomBytes(32).toString('hex'),
}

const pepperNote = '# Keep a copy of KEY_PEPPER: API keys are stored under it, and all of them are lost with it.\n'

/**
 * Adds the missing secrets to the file at `path` and returns all of them. Existing secrets are kept. Only the owner can
 * read the file.
 */
export function ensureSecrets(path: string): LocalSecrets {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const known = new Map(text.split(/\r?\n/).flatMap(readVariable))
  const added: string[] = []
  const ensured = (name: keyof LocalSecrets): string => {
    const value = known.get(name) ?? secretMakers[name]()
    if (!known.has(name)) added.push(`${name === 'KEY_PEPPER' ? pepperNote : ''}${name}=${value}\n`)
    return value
  }
  const secrets = {
    ENVIRONMENT: ensured('ENVIRONMENT'),
    LOG_ORIGIN: ensured('LOG_ORIGIN'),
    SIGNING_KEY: ensured('SIGNING_KEY'),
    KEY_PEPPER: ensured('KEY_PEPPER'),
    ADMIN_KEY: ensured('ADMIN_KEY'),
  }
  const separator = text === '' || text.endsWith('\n') ? '' : '\n'
  writePrivateFile(path, text + separator + added.join(''))
  return secrets
}

/** Writes a file that only its owner can read, even where others could read an older file at `path`. */
export function writePrivateFile(path: string, text: string): void {
  if (existsSync(path)) chmodSync(path, ownerOnly)
  writeFileSync(path, text, { mode: ownerOnly })
}

const ownerOnly = 0o600

function readVariable(line: string): readonly (readonly [string, string])[] {
  const [, name, value] = /^\s*([A-Z_]+)\s*=\s*(.*?)\s*$/.exec(line) ?? []
  return name === undefined || !value ? [] : [[name, value.replace(/^(['"])(.*)\1$/, '$2')]]
}
