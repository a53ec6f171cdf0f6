import { describe, expect, it } from 'vitest'
import * as whole from 'zod'
import * as bundled from '../../schema/zod-without-locales.ts'

/** Left out of the bundle: languages, and what makes schemas into other things. */
const leftOut = [
  'ZodCompileAsyncError',
  'ZodCompileUnsupportedError',
  'compile',
  'core',
  'deepPartial',
  'default',
  'fromJSONSchema',
  'input',
  'locales',
  'output',
  'toJSONSchema',
  'toZod',
  'withParser',
]

describe('zod as it is bundled', () => {
  it('offers all that zod does but the parts left out', () => {
    const names = Object.keys(whole).filter((name) => !leftOut.includes(name))
    expect(Object.keys(bundled).sort()).toEqual(names.sort())
    expect(Object.keys(bundled.z).sort()).toEqual(names.filter((name) => name !== 'z').sort())
  })

  it('speaks the language of zod', () => {
    const said = (z: typeof bundled.z) => z.strictObject({ a: z.string() }).safeParse({ b: 1 }).error?.issues
    expect(said(bundled.z)).toEqual(whole.z.strictObject({ a: whole.z.string() }).safeParse({ b: 1 }).error?.issues)
  })
})
