import { stripVTControlCharacters } from 'node:util'
import { configFileOf, type Deploying, jurisdictionWords } from './resources.ts'

/** The lock of a bucket: R2 lets nobody remove or replace objects below this prefix. */

const rule = { name: 'once', prefix: 'once/' }

/** `checkLock` stores this object once in each bucket, and then tries to remove and to replace it. */
const smokeObject = { key: `${rule.prefix}smoke/removal`, content: { smoke: 'This object is stored once.' } }

/**
 * Locks the bucket of staging or production, unless it is already locked. The bucket of a preview is not locked, since
 * it is emptied and deleted with the preview.
 */
export async function ensureLock({ deployment, tools }: Deploying): Promise<void> {
  if (deployment.environment === 'preview') return
  const place = [...jurisdictionWords(deployment), '--config', configFileOf(deployment)]
  const { name } = deployment
  if (isLocked(await tools.ask(['r2', 'bucket', 'lock', 'list', name, ...place]))) return
  const words = ['r2', 'bucket', 'lock', 'add', name, rule.name, rule.prefix, '--retention-indefinite', '--force']
  await tools.run([...words, ...place])
}

/** Whether the output of `wrangler r2 bucket lock list`, a block of labelled lines for each rule, contains the lock. */
function isLocked(listed = ''): boolean {
  return stripVTControlCharacters(listed)
    .split(/\n\s*\n/)
    .some((block) => {
      const textAfter = (label: string) => new RegExp(`^ *${label}:\\s+(\\S+)`, 'm').exec(block)?.[1]
      return (
        textAfter('prefix') === rule.prefix &&
        textAfter('enabled') === 'Yes' &&
        textAfter('condition') === 'indefinitely'
      )
    })
}

/**
 * Checks that an object below `once/` can be neither removed nor replaced, which no request to the service can try.
 * Rejects where it can, or where R2's answer does not tell. Does nothing for a preview.
 */
export async function checkLock({ deployment, tools }: Deploying): Promise<void> {
  if (deployment.environment === 'preview') return
  const place = ['--remote', ...jurisdictionWords(deployment), '--config', configFileOf(deployment)]
  const command = (verb: string, ...more: readonly string[]) => [
    ...['r2', 'object', verb, `${deployment.name}/${smokeObject.key}`, ...more],
    ...place,
  ]
  const read = () => tools.ask(command('get', '--pipe'))
  if ((await read()) === undefined) await tools.run(command('put', '--pipe'), smokeObject.content)
  const before = await read()
  const attempts = [
    ['removed', await tools.refusal(command('delete'))],
    ['replaced', await tools.refusal(command('put', '--pipe'), { smoke: 'This object was replaced.' })],
  ] as const
  for (const [done, refusal] of attempts) {
    if (refusal === undefined) throw new Error(`What is stored once in the bucket ${deployment.name} can be ${done}`)
    if (!refusedByLock.test(refusal))
      throw new Error(`Whether what is stored once can be ${done} is not known: ${refusal}`)
  }
  if (!tools.isDry && (before === undefined || (await read()) !== before))
    throw new Error(`The object ${smokeObject.key} of the bucket ${deployment.name} is gone or changed`)
  tools.say('ok       refuses to remove and to replace what is stored once')
}

/** Matches R2's error ObjectLockedByBucketPolicy. */
const refusedByLock = /\b10069\b|bucket lock|is locked/i
