import { toBase64 } from '@tallystick/engine/base'
import { afterAll, describe, expect, it } from 'vitest'
import { signerOf } from '../../../engine/support/ed25519.ts'
import { eachOf } from '../../../support/forms.ts'
import { createScratch } from '../../../support/node/command.ts'
import { verifierNames, verifiers } from '../../../support/node/verifiers/judge.ts'
import { spelledNotes } from '../../../support/node/verifiers/spelled-notes.ts'
import { spelledPacks } from '../../../support/node/verifiers/spelled-packs.ts'
import { spelledPeriods } from '../../../support/node/verifiers/spelled-periods.ts'
import { spelledProofs } from '../../../support/node/verifiers/spelled-proofs.ts'
import { undatedKeys } from '../../../support/node/verifiers/undated-keys.ts'

/** What is spelled in another way than the service spells it, has a member more, or is of a kind that nobody may sign with. */

const scratch = createScratch()
afterAll(() => scratch.remove())

const key = toBase64(signerOf(1).publicKey)

const spelled = [...spelledPacks, ...spelledNotes, ...spelledPeriods, ...spelledProofs, ...undatedKeys]
const rows = eachOf(4, spelled).map((row) => ({
  keys: [key],
  ...row,
}))
const questions = rows.map(({ content, keys }, index) => ({ path: scratch.write(`evidence-${index}`, content), keys }))

describe.each(verifierNames)('%s', (name) => {
  const judge = verifiers.get(name)
  it.skipIf(judge === undefined)(
    `gives each of ${rows.length} spellings the verdict that all give it [long: ${spelled.length}]`,
    async () => {
      const judgements = (await judge?.(questions)) ?? []
      const others = rows.flatMap(({ what, wanted }, index) => {
        const code = judgements[index]?.code
        return code === wanted ? [] : [`${what}: got ${code}, wanted ${wanted}`]
      })
      expect(others).toEqual([])
    },
  )
})
