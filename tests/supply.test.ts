import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './support/node/step.ts'

/** What comes from others, and what must not go out with it. The workflow `ci` asks for known faults of packages. */

interface LockedPackage {
  readonly license?: string
  readonly link?: boolean
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly os?: readonly string[]
}

const { packages }: { packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(
  readFileSync(join(root, 'package-lock.json'), 'utf8'),
)
// What is for one system alone is the program of a tool that is here too, under its licence.
const installed = Object.entries(packages).filter(
  ([path, { link, os }]) => path.includes('node_modules/') && !link && os === undefined,
)

/** They ask for no more than that their text goes along. */
const permissive = ['Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'MIT OR Apache-2.0', '0BSD']
/** Of tools, which are used and not handed on. */
const ofTools = [
  ...permissive,
  ...['CC0-1.0', '(MIT OR CC0-1.0)', 'MPL-2.0', 'LGPL-3.0-or-later', 'Apache-2.0 AND LGPL-3.0-or-later'],
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
]

it('hands on packages under permissive licences alone, and uses tools under known ones', () => {
  const unknown = installed.flatMap(([path, { license = 'none', dev, devOptional }]) =>
    (dev || devOptional ? ofTools : permissive).includes(license) ? [] : [`${path}: ${license}`],
  )
  expect(unknown).toEqual([])
  expect(installed.length).toBeGreaterThan(200)
})

const secrets = {
  'a private key in PEM': /-----BEGIN [A-Z ]*PRIVATE KEY-----\s+[A-Za-z0-9+/]{40}/,
  'a live API key of ours': /\btsk_live_[0-9A-Za-z]{20,}/,
  'an access key of AWS': /\bAKIA[0-9A-Z]{16}\b/,
  'a token of GitHub': /\bgh[pousr]_[0-9A-Za-z]{36}\b/,
  'a token of npm': /\bnpm_[0-9A-Za-z]{36}\b/,
  'a token of Slack': /\bxox[abprs]-[0-9A-Za-z-]{10,}/,
  'a secret key of Stripe': /\bsk_live_[0-9A-Za-z]{16,}/,
}

it('has no secret in a file', () => {
  const places = ['*', '{.ci,.github,docs,engine,functions,schema,tests}/**/*']
  const files = places
    .flatMap((place) => globSync(place, { cwd: root, exclude: (path) => /node_modules|(^|\/)dist$/.test(path) }))
    .filter((path) => statSync(join(root, path)).isFile())
  const found = files.flatMap((path) => {
    const text = readFileSync(join(root, path), 'latin1')
    return Object.entries(secrets).flatMap(([what, pattern]) => (pattern.test(text) ? [`${path}: ${what}`] : []))
  })
  expect(found).toEqual([])
  expect(files.length).toBeGreaterThan(1_000)
})
