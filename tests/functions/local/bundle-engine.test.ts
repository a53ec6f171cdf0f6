import { expect, it } from 'vitest'
import { formatEngineBuild, isEngineBuildFresh } from '../../../functions/local/bundle-engine.ts'

it('is the engine of this folder whose build receipts name', async () => {
  expect(await isEngineBuildFresh(), 'the engine was changed: run npm run build:engine').toBe(true)
})

it('names the same build every time', async () => {
  expect(await formatEngineBuild()).toBe(await formatEngineBuild())
})
