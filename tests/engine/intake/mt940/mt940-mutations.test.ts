import { it } from 'vitest'
import { mt940Format } from '../../../../engine/intake/mt940/mt940.ts'
import { hangMilliseconds, inForms, sizeOf } from '../../../support/forms.ts'
import { checkMutation, mutationsOf } from '../mutations.ts'
import { vectorsOf } from '../vector-index.ts'
import { mt940Samples } from './mt940-samples.ts'

const mutations = { short: 50, long: 2_000 } as const

it(
  inForms('a damaged MT940 file gives records or faults, and one that ends early a part of its records', mutations),
  () => {
    const samples = mt940Samples.map((sample) => new TextEncoder().encode(sample))
    const sources = [...samples, ...vectorsOf('mt940').map(({ bytes }) => bytes)]
    for (const mutation of mutationsOf(sources, sizeOf(mutations))) checkMutation(mt940Format, mutation)
  },
  hangMilliseconds,
)
