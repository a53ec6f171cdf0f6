import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ensureSecrets } from '../../../functions/local/secrets.ts'

let directory: string
let path: string

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'tallystick-secrets-'))
  path = join(directory, '.dev.vars')
})
afterAll(() => rmSync(directory, { recursive: true }))

it('adds the secrets that are missing and never changes one that is there', () => {
  writeFileSync(path, '# mine\nADMIN_KEY="of my own"\nOTHER=1')
  const secrets = ensureSecrets(path)
  expect(secrets.ADMIN_KEY).toBe('of my own')
  expect(readFileSync(path, 'utf8')).toMatch(/^# mine\nADMIN_KEY="of my own"\nOTHER=1\n/)
  expect(ensureSecrets(path)).toEqual(secrets)
})

it('says beside the pepper that it has to be kept', () => {
  expect(readFileSync(path, 'utf8')).toMatch(/^# Keep a copy of KEY_PEPPER: .*\nKEY_PEPPER=[0-9a-f]{64}$/m)
})

it.skipIf(process.platform === 'win32')('lets only its owner read the file, even where others could before', () => {
  chmodSync(path, 0o644)
  ensureSecrets(path)
  expect(statSync(path).mode & 0o777).toBe(0o600)
})
