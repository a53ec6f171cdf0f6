import type { TestProject } from 'vitest/node'
import { localPeople, startPeopleProvider } from '../../../functions/local/people-provider.ts'
import { testOrigin } from '../issuers.ts'
import { freePort } from './npm-script.ts'

/** Two real providers for the tests of the Worker: the people of `npm start`, and one whose address nobody has verified. */

const people = [...localPeople, { subject: 'eve', name: 'Eve', address: 'petra@example.com', isVerified: false }]

export default async function servePeople({ provide }: TestProject): Promise<() => Promise<void>> {
  const start = async () => startPeopleProvider({ port: await freePort(), origins: [testOrigin], people })
  const [first, second] = [await start(), await start()]
  provide('issuers', [first.line, second.line])
  return async () => {
    await first.stop()
    await second.stop()
  }
}
