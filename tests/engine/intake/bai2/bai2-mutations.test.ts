import { it } from 'vitest'
import { bai2Format } from '../../../../engine/intake/bai2/bai2.ts'
import { hangMilliseconds, inForms, sizeOf } from '../../../support/forms.ts'
import { checkMutation, mutationsOf } from '../mutations.ts'
import { vectorsOf } from '../vector-index.ts'
import { bai2Samples } from './bai2-samples.ts'

const mutations = { short: 50, long: 2_000 } as const

it(
  inForms('a damaged BAI2 file gives records or faults, and one that ends early a part of its records', mutations),
  () => {
    const samples = bai2Samples.map((sample) => new TextEncoder().encode(sample))
    const sources = [...samples, ...vectorsOf('bai2').map(({ bytes }) => bytes)]
    for (const mutation of mutationsOf(sources, sizeOf(mutations))) checkMutation(bai2Format, mutation)
  },
  hangMilliseconds,
)
