import { fromBase64, toBase64 } from '../base/base64.ts'
import { fromHex, toHex } from '../base/bytes.ts'
import { type Parsed, parsed, quoted, refused } from '../base/parsed.ts'
import { parseTreeSize } from './checkpoint.ts'

/**
 * C2SP tlog-witness: the body of `POST <prefix>/add-checkpoint`, by which a log asks a witness for a cosignature.
 *
 *     old 20852014
 *     PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=
 *
 *     example.com/behind-the-sofa
 *     20852163
 *     CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=
 *
 *     — example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
 */
export interface AddCheckpoint {
  /** The size that the witness has cosigned last; 0 where it has cosigned none. */
  readonly oldSize: number
  /** The consistency proof (RFC 6962 §2.1.2) from `oldSize`, in hex; at most 63 hashes. */
  readonly consistency: readonly string[]
  /** The text of the signed note, which is not parsed. */
  readonly checkpoint: string
}

/** The length of a proof for a tree of 2^63 leaves; the specification lets clients send no more. */
const consistencyHashCountMax = 63

export const formatAddCheckpoint = ({ oldSize, consistency, checkpoint }: AddCheckpoint): string =>
  `${[`old ${oldSize}`, ...consistency.map((hash) => toBase64(fromHex(hash)))].join('\n')}\n\n${checkpoint}`

/** Refuses every text that `formatAddCheckpoint` would not write, and proofs of more than 63 hashes. */
export function parseAddCheckpoint(text: string): Parsed<AddCheckpoint> {
  const split = text.slice(0, headLengthMax).indexOf('\n\n')
  if (split < 0) return refused('Got no blank line between the consistency proof and the checkpoint')
  const [first = '', ...base64] = text.slice(0, split).split('\n')
  const oldSize = first.startsWith('old ') ? parseTreeSize(first.slice('old '.length)) : undefined
  if (oldSize === undefined)
    return refused(`Got ${quoted(first)}, wanted “old” and a decimal number without leading zeros`)
  if (base64.length > consistencyHashCountMax)
    return refused(`Got ${base64.length} hashes, wanted at most ${consistencyHashCountMax}`)
  const consistency: string[] = []
  for (const each of base64) {
    const hash = fromBase64(each)
    if (hash?.length !== 32) return refused(`Got the hash ${quoted(each)}, wanted the base64 of 32 bytes`)
    consistency.push(toHex(hash))
  }
  return parsed({ oldSize, consistency, checkpoint: text.slice(split + 2) })
}

/** The most characters before the checkpoint. */
const headLengthMax = 4_000

export const treeSizeAnswer = { status: 409, type: 'text/x.tlog.size' } as const

/** The body of an answer with status 409: the size that the witness has cosigned last. */
export const formatTreeSize = (size: number): string => `${size}\n`

export function parseTreeSizeLine(text: string): Parsed<number> {
  const size = text.endsWith('\n') ? parseTreeSize(text.slice(0, -1)) : undefined
  return size === undefined ? refused(`Got ${quoted(text)}, wanted a tree size and a newline`) : parsed(size)
}
