import { describe, expect, it } from 'vitest'
import { utf8 } from '../../../engine/base/bytes.ts'
import { openUnderPolicy } from '../../../engine/log/apply-policy.ts'
import { signCheckpoint } from '../../../engine/log/checkpoint.ts'
import { cosign, cosignerKeyOf, formatCosignerKey } from '../../../engine/log/cosignature.ts'
import { parseNote } from '../../../engine/log/signed-note.ts'
import { parseTlogPolicy } from '../../../engine/log/tlog-policy.ts'
import { formatVkey, verifierKeyOf } from '../../../engine/log/verifier-key.ts'
import { signerOf, verifySignature } from '../support/ed25519.ts'
import { readOf } from '../support/read-of.ts'
import { sha256 } from '../support/sha256.ts'

const origin = 'log.example.com/index'
const log = signerOf(1)
const logKey = formatVkey(verifierKeyOf(sha256, origin, log.publicKey))
const witnesses = ['X1', 'X2', 'X3', 'Y1', 'Y2', 'Y3'].map((id, index) => {
  const name = `witness.example/${id}`
  const signer = signerOf(10 + index)
  return { id, name, ...signer, vkey: formatCosignerKey(cosignerKeyOf(sha256, name, signer.publicKey)) }
})
const vkeyOf = (id: string): string => witnesses.find((each) => each.id === id)?.vkey ?? ''
const parse = (text: string) => parseTlogPolicy(sha256, utf8(text))

/** The example of the specification, with keys. */
const example = `log ${logKey}

witness X1 ${vkeyOf('X1')}
witness X2 ${vkeyOf('X2')}
witness X3 ${vkeyOf('X3')}
group X-witnesses 2 X1 X2 X3

witness Y1 ${vkeyOf('Y1')}
witness Y2 ${vkeyOf('Y2')}
witness Y3 ${vkeyOf('Y3')}
group Y-witnesses any Y1 Y2 Y3

group X-and-Y all X-witnesses Y-witnesses
quorum X-and-Y
`

describe('a policy', () => {
  it.each([
    ['of the specification’s example', example],
    ['without its last newline', example.slice(0, -1)],
    ['without logs or witnesses', 'quorum none\n'],
    [
      'with tabs, spaces around, comments and URLs',
      `\t log \t${logKey}  https://log.example/ \n  # note\n#\nquorum none`,
    ],
    ['with a log and a witness of one public key', witnessOfLog()],
    ['with a group named as a keyword', `witness any ${vkeyOf('X1')}\ngroup all any any\nquorum all\n`],
    ['with logs after the quorum', `quorum none\nlog ${logKey}\n`],
    ['with names that are not ASCII', `witness Zeugin-ß ${vkeyOf('X1')}\nquorum Zeugin-ß\n`],
  ])('%s is read', (_, text) => {
    expect(parse(text)).toMatchObject({ ok: true })
  })

  it('may have bytes that are not UTF-8 in names and comments', () => {
    const text = `# K\xe4se\nwitness K\xe4se ${vkeyOf('X1')}\nquorum K\xe4se\n`
    expect(parseTlogPolicy(sha256, Buffer.from(text, 'latin1'))).toMatchObject({ ok: true })
  })

  it('supports 32 logs, witnesses and groups', () => {
    const numbers = Array.from({ length: 32 }, (_, index) => index)
    const lines = numbers.flatMap((index) => [
      `log ${formatVkey(verifierKeyOf(sha256, `log${index}`, signerOf(100 + index).publicKey))}`,
      `witness w${index} ${formatCosignerKey(cosignerKeyOf(sha256, 'w', signerOf(150 + index).publicKey))}`,
      `group g${index} any w${index}`,
    ])
    expect(parse(`${lines.join('\n')}\nquorum g31\n`)).toMatchObject({ ok: true })
  })

  const [x1, x2] = [`witness X1 ${vkeyOf('X1')}\n`, `witness X2 ${vkeyOf('X2')}\n`]
  it.each([
    ['without a quorum', `log ${logKey}\n`],
    ['with two quorums', 'quorum none\nquorum none\n'],
    ['with a quorum of no name', 'quorum\n'],
    ['with a quorum of two names', `${x1}${x2}quorum X1 X2\n`],
    ['with a quorum of a name that follows', `quorum X1\n${x1}`],
    ['with a group of a name that follows', `group g any X1\n${x1}quorum g\n`],
    ['with a group in itself', `${x1}group g any X1 g\nquorum g\n`],
    ['with a group without members', `${x1}group g any\nquorum g\n`],
    ['with a threshold of 0', `${x1}group g 0 X1\nquorum g\n`],
    ['with a threshold above the members', `${x1}group g 2 X1\nquorum g\n`],
    ['with a threshold in words', `${x1}group g one X1\nquorum g\n`],
    ['with a threshold with a leading zero', `${x1}group g 01 X1\nquorum g\n`],
    ['with a threshold with a sign', `${x1}group g +1 X1\nquorum g\n`],
    ['with a member twice in one group', `${x1}group g any X1 X1\nquorum g\n`],
    ['with a member in two groups', `${x1}group g any X1\ngroup h any X1\nquorum g\n`],
    ['with “none” as a member', `${x1}group g any X1 none\nquorum g\n`],
    ['with “none” as a name', `witness none ${vkeyOf('X1')}\nquorum none\n`],
    ['with two witnesses of one name', `${x1}witness X1 ${vkeyOf('X2')}\nquorum X1\n`],
    ['with a group of a witness’s name', `${x1}${x2}group X1 any X2\nquorum X1\n`],
    ['with two witnesses of one public key', `${x1}witness again ${keyOfX1Renamed()}\nquorum X1\n`],
    ['with two logs of one public key', `log ${logKey}\nlog ${logKeyRenamed()}\nquorum none\n`],
    ['with a witness’s key as a log', `log ${vkeyOf('X1')}\nquorum none\n`],
    ['with a log’s key as a witness', `witness w ${logKey}\nquorum none\n`],
    ['with a key that is none', 'log example.com+abc\nquorum none\n'],
    ['with a log without a key', 'log\nquorum none\n'],
    ['with a witness without a key', 'witness w\nquorum none\n'],
    ['with words after the URL', `log ${logKey} https://log.example/ again\nquorum none\n`],
    ['with a comment after a line', `quorum none # but why\n`],
    ['with a keyword of no policy', 'member X1\nquorum none\n'],
    ['with a keyword in upper case', 'QUORUM none\n'],
    ['with a carriage return', 'quorum none\r\n'],
    ['with a NUL', 'quorum none\0\n'],
    ['with a DEL', '# \x7f\nquorum none\n'],
    ['of too many bytes', `${'#\n'.repeat(200_000)}quorum none\n`],
    ['of too many groups', `${x1}${chain(2_000)}quorum g1999\n`],
  ])('is refused %s', (_, text) => {
    expect(parse(text)).toMatchObject({ ok: false })
  })
})

describe('a checkpoint under a policy', () => {
  const checkpoint = { origin, size: 5, root: 'ab'.repeat(32) }
  const time = 1_700_000_000n
  const noteWith = async (ids: readonly string[], signer = log, at = checkpoint): Promise<string> => {
    const note = await signCheckpoint(sha256, at, [signer])
    const { text } = readOf(parseNote(note))
    const by = witnesses.filter(({ id }) => ids.includes(id))
    return note + (await Promise.all(by.map((each) => cosign(sha256, each, { text, time })))).join('')
  }
  const open = (note: string, text = example) =>
    openUnderPolicy(note, { policy: readOf(parse(text)), verify: verifySignature })

  it.each([
    [['X1', 'X2', 'Y1'], true],
    [['X1', 'X2', 'X3', 'Y1', 'Y2', 'Y3'], true],
    [['X1', 'X2'], false],
    [['X1', 'Y1', 'Y2', 'Y3'], false],
    [[], false],
  ])('that %j have cosigned has the quorum of the example: %s', async (ids, hasQuorum) => {
    expect(await open(await noteWith(ids))).toMatchObject({ ok: true, value: { checkpoint, hasQuorum } })
  })

  it('needs no cosignature after “quorum none”', async () => {
    expect(await open(await noteWith([]), `log ${logKey}\nquorum none\n`)).toMatchObject({ value: { hasQuorum: true } })
  })

  it('may have a single witness as its quorum', async () => {
    const single = `log ${logKey}\nwitness X1 ${vkeyOf('X1')}\nquorum X1\n`
    expect(await open(await noteWith(['X1']), single)).toMatchObject({ value: { hasQuorum: true } })
    expect(await open(await noteWith(['X2']), single)).toMatchObject({ value: { hasQuorum: false } })
  })

  it('is refused unless a log of the policy has signed', async () => {
    const refused = await open(await noteWith(['X1', 'X2', 'Y1'], signerOf(9)))
    expect(refused).toMatchObject({ ok: false })
    expect(await open(await noteWith([]), 'quorum none\n')).toMatchObject({ ok: false })
  })

  it('is refused where a log has signed under the origin of another', async () => {
    const other = { ...checkpoint, origin: 'log.example.com/other' }
    expect(await open(await noteWith(['X1', 'X2', 'Y1'], log, other))).toMatchObject({ ok: false })
  })

  it('is refused where the cosignature of a known witness is of another checkpoint', async () => {
    const own = await noteWith([])
    const other = await noteWith(['X1', 'X2', 'Y1'], log, { ...checkpoint, size: 6 })
    expect(await open(own + other.slice(other.indexOf('— witness')))).toMatchObject({ ok: false })
  })

  it('ignores what other witnesses say', async () => {
    const two = `log ${logKey}\nwitness X1 ${vkeyOf('X1')}\nquorum X1\n`
    expect(await open(await noteWith(['X1', 'Y3']), two)).toMatchObject({ ok: true, value: { hasQuorum: true } })
  })

  it('may carry the cosignatures of 32 witnesses', async () => {
    const note = await signCheckpoint(sha256, checkpoint, [log])
    const { text } = readOf(parseNote(note))
    const many = Array.from({ length: 32 }, (_, index) => ({ ...signerOf(150 + index), name: `w${index}` }))
    const lines = await Promise.all(many.map((each) => cosign(sha256, each, { text, time })))
    expect(await open(note + lines.join(''), `log ${logKey}\nquorum none\n`)).toMatchObject({ ok: true })
  })
})

function witnessOfLog(): string {
  const vkey = formatCosignerKey(cosignerKeyOf(sha256, 'w', log.publicKey))
  return `log ${logKey}\nwitness w ${vkey}\nquorum w\n`
}

function keyOfX1Renamed(): string {
  return formatCosignerKey(cosignerKeyOf(sha256, 'elsewhere', signerOf(10).publicKey))
}

function logKeyRenamed(): string {
  return formatVkey(verifierKeyOf(sha256, 'elsewhere', log.publicKey))
}

function chain(count: number): string {
  const lines = Array.from(
    { length: count },
    (_, index) => `group g${index} any ${index === 0 ? 'X1' : `g${index - 1}`}\n`,
  )
  return lines.join('')
}
