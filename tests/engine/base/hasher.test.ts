import { describe } from 'vitest'
import { batchOf } from '../../../engine/base/hasher.ts'
import { describeBatch } from '../../support/batch-laws.ts'
import { sha256 } from '../support/sha256.ts'

describe('a batch that hashes its messages one by one', () => describeBatch(batchOf(sha256), sha256))
