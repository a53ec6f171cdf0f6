import { utf8 } from '@tallystick/engine/base'
import { sha256 } from '../../../engine/support/sha256.ts'
import { type Authority, forIssuing, forStamps, granted, type Identity, infoOf } from './openssl.ts'

/** The text that is stamped: that of a note. */
export const text = 'log.example.com/index\n3\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n'

export interface StampCase {
  readonly what: string
  readonly stamp: Uint8Array
  /** The certificate that is named as trusted. */
  readonly trusted: Identity
  /** Whether OpenSSL takes it. */
  readonly openssl: boolean
  /** That it holds, or why we say that it does not. */
  readonly ours: 'holds' | RegExp
}

const timeAt = (milliseconds: number): string => new Date(milliseconds).toISOString().replace(/[-:T]|\.\d+/g, '')
const day = 86_400_000

/** Stamps of `text` by authorities of many kinds, at the time `now`. */
export function stampCases(authority: Authority, now: number): readonly StampCase[] {
  const scene = sceneOf(authority, now)
  return [goodStamps, badChains, badCertificates, badTokens, stricterCases].flatMap((casesOf) => casesOf(scene))
}

type Row = readonly [what: string, stamp: Uint8Array, ours: RegExp, trusted?: Identity]

/** The authorities, and what a case of each kind is. */
function sceneOf(authority: Authority, now: number) {
  const { certify, craft } = authority
  const root = certify('root', { extensions: forIssuing })
  const issued = (name: string, issuer: Identity, isRsa = false) =>
    certify(name, { issuer, extensions: forStamps, isRsa })
  const middle = certify('middle', { issuer: root, extensions: forIssuing })
  const hash = sha256(utf8(text))
  const info = infoOf(hash, timeAt(now))
  return {
    ...{ authority, now, root, middle, hash, info },
    tsa: issued('tsa', root),
    rsa: issued('tsa-rsa', root, true),
    below: issued('tsa-below', middle),
    own: certify('tsa-alone', { extensions: forStamps }),
    by: (name: string, extensions: readonly string[]) => certify(name, { issuer: root, extensions }),
    crafted: (identity: Identity, ...words: readonly string[]) => granted(craft(info, identity, '-cades', ...words)),
    good: (what: string, stamp: Uint8Array, trusted = root): StampCase => ({
      ...{ what, stamp, trusted, openssl: true, ours: 'holds' },
    }),
    bad: (...[what, stamp, ours, trusted = root]: Row): StampCase => ({ what, stamp, trusted, openssl: false, ours }),
    /** What OpenSSL takes and we do not. */
    stricter: (...[what, stamp, ours, trusted = root]: Row): StampCase => ({
      what,
      stamp,
      trusted,
      openssl: true,
      ours,
    }),
  }
}

type Scene = ReturnType<typeof sceneOf>

function goodStamps({ authority, middle, info, tsa, rsa, below, own, by, crafted, good }: Scene): readonly StampCase[] {
  const { answer, craft } = authority
  const stamp = answer(text, tsa)
  return [
    good('holds with a nonce', stamp),
    good('holds without a nonce', answer(text, tsa, { nonce: false })),
    good('holds by an RSA key', answer(text, rsa)),
    good('holds with the certificate between', answer(text, below, { chain: [middle] })),
    good('holds with the whole chain listed', answer(text, below, { chain: [middle], listsChain: true })),
    good(
      'holds where the certificate between is the one that is trusted',
      answer(text, below, { chain: [middle] }),
      middle,
    ),
    good('holds where the authority’s own certificate is the one that is trusted', stamp, tsa),
    good('holds by an authority that vouches for itself', answer(text, own), own),
    good('holds by a token of another program', crafted(tsa)),
    good('holds with a digest of SHA-512', granted(craft(info, tsa, '-cades', '-md', 'sha512'))),
    good('holds where it was granted with changes', granted(craft(info, tsa, '-cades'), 1)),
    good(
      'holds with a key usage for signatures',
      crafted(by('ku-good', [...forStamps, 'keyUsage=critical,digitalSignature,nonRepudiation'])),
    ),
  ]
}

function badChains({ authority, now, root, info, tsa, below, own, crafted, bad }: Scene): readonly StampCase[] {
  const { certify, answer, craft } = authority
  const otherRoot = certify('other-root', { extensions: forIssuing })
  const stamp = answer(text, tsa)
  return [
    bad('fails where it was rejected', granted(craft(info, tsa, '-cades'), 2), /status 02/),
    bad('fails by another root', stamp, /no certificate that you trust/, otherRoot),
    bad(
      'fails by an authority that vouches for itself and is not trusted',
      answer(text, own),
      /no certificate that you trust/,
    ),
    bad('fails without the certificate between', answer(text, below), /no certificate that you trust/),
    bad(
      'fails by a certificate that had ended',
      crafted(certify('ended', { issuer: root, extensions: forStamps, to: timeAt(now - day) })),
      /no certificate that you trust/,
    ),
    bad(
      'fails by a certificate that had not begun',
      crafted(certify('later', { issuer: root, extensions: forStamps, from: timeAt(now + day) })),
      /no certificate that you trust/,
    ),
    bad('fails by a trusted certificate that had ended', ...endedSelf(authority, info, timeAt(now - day))),
    bad('fails by a root that had ended', ...endedRoot(authority, info, timeAt(now - day))),
    bad('fails below a certificate that may not issue', ...belowLeaf(authority, info, root)),
    bad('fails below more certificates than the root allows', ...tooDeep(authority, info)),
  ]
}

function badCertificates({ by, crafted, bad }: Scene): readonly StampCase[] {
  return [
    bad(
      'fails by a certificate for servers',
      crafted(by('server', ['extendedKeyUsage=critical,serverAuth'])),
      /not one for time stamps/,
    ),
    bad(
      'fails by a certificate for all',
      crafted(by('all', ['subjectAltName=DNS:a.example'])),
      /not one for time stamps/,
    ),
    bad(
      'fails by a certificate for stamps and more',
      crafted(by('more', ['extendedKeyUsage=critical,timeStamping,serverAuth'])),
      /not one for time stamps/,
    ),
    bad(
      'fails by a certificate for stamps that may be overlooked',
      crafted(by('uncritical', ['extendedKeyUsage=timeStamping'])),
      /not one for time stamps/,
    ),
    bad(
      'fails by a certificate that may encrypt',
      crafted(by('encrypts', [...forStamps, 'keyUsage=digitalSignature,keyEncipherment'])),
      /not one for time stamps/,
    ),
    bad(
      'fails by a certificate with what nobody knows, and has to',
      crafted(by('unknown', [...forStamps, '1.2.3.4.5=critical,ASN1:NULL'])),
      /no certificate that you trust|not one for time stamps/,
    ),
  ]
}

function badTokens({ authority, now, root, hash, info, tsa, rsa, crafted, bad }: Scene): readonly StampCase[] {
  const { certify, answer, craft } = authority
  const stamp = answer(text, tsa)
  const changed = (at: number): Uint8Array => stamp.with(at, (stamp.at(at) ?? 0) ^ 1)
  const twins = { issuer: root, key: tsa.key, serial: '4711' }
  const twin = certify('twin', { ...twins, extensions: [...forStamps, 'subjectAltName=DNS:twin.example'] })
  const original = certify('original', { ...twins, extensions: forStamps, subject: 'twin' })
  return [
    bad(
      'fails without the attribute that names the certificate',
      granted(craft(info, tsa)),
      /does not name the certificate/,
    ),
    bad('fails without signed attributes', granted(craft(info, tsa, '-noattr')), /signed attributes/),
    bad(
      'fails where the attribute names another certificate of the same number',
      granted(craft(info, original, '-cades', '-nocerts', '-certfile', twin.certificate)),
      /does not name the certificate|no certificate that you trust/,
    ),
    bad('fails without a certificate', crafted(tsa, '-nocerts'), /signature of the stamp/),
    bad('fails with two signatures', crafted(tsa, '-signer', rsa.certificate, '-inkey', rsa.key), /one signature/),
    bad('fails of another text', answer(`${text}x`, tsa), /of another text/),
    bad('fails with another byte in its signature', changed(stamp.length - 3), /signature of the stamp/),
    bad(
      'fails with another byte in its time',
      changed(Buffer.from(stamp).indexOf(timeAt(now).slice(0, 8)) + 5),
      /signature of the stamp|after now|Got/,
    ),
    bad('fails in another version', granted(craft(infoOf(hash, timeAt(now), 2), tsa, '-cades')), /version/),
  ]
}

function stricterCases({ authority, now, hash, tsa, stricter }: Scene): readonly StampCase[] {
  const { answer, craft } = authority
  return [
    stricter(
      'fails at a time that has not come',
      granted(craft(infoOf(hash, timeAt(now + day)), tsa, '-cades')),
      /after now/,
    ),
    stricter(
      'fails where SHA-1 names the certificate',
      answer(text, tsa, { essDigest: 'sha1' }),
      /does not name the certificate/,
    ),
    stricter('fails of a SHA-512 of the text', answer(text, tsa, { digest: 'sha512' }), /another hash than SHA-256/),
  ]
}

function endedSelf(
  { certify, craft }: Authority,
  info: Uint8Array,
  to: string,
): readonly [Uint8Array, RegExp, Identity] {
  const own = certify('ended-alone', { extensions: forStamps, to })
  return [granted(craft(info, own, '-cades')), /no certificate that you trust/, own]
}

function endedRoot(
  { certify, craft }: Authority,
  info: Uint8Array,
  to: string,
): readonly [Uint8Array, RegExp, Identity] {
  const root = certify('ended-root', { extensions: forIssuing, to })
  return [
    granted(craft(info, certify('tsa-of-ended', { issuer: root, extensions: forStamps }), '-cades')),
    /no certificate that you trust/,
    root,
  ]
}

function belowLeaf(
  { certify, craft }: Authority,
  info: Uint8Array,
  root: Identity,
): readonly [Uint8Array, RegExp, Identity] {
  const leaf = certify('no-ca', { issuer: root, extensions: ['basicConstraints=CA:FALSE'] })
  const tsa = certify('tsa-of-leaf', { issuer: leaf, extensions: forStamps })
  return [granted(craft(info, tsa, '-cades', '-certfile', leaf.certificate)), /no certificate that you trust/, root]
}

function tooDeep({ certify, craft }: Authority, info: Uint8Array): readonly [Uint8Array, RegExp, Identity] {
  const root = certify('shallow-root', {
    extensions: ['basicConstraints=critical,CA:TRUE,pathlen:0', 'keyUsage=critical,keyCertSign'],
  })
  const middle = certify('too-deep', { issuer: root, extensions: forIssuing })
  const tsa = certify('tsa-too-deep', { issuer: middle, extensions: forStamps })
  return [granted(craft(info, tsa, '-cades', '-certfile', middle.certificate)), /no certificate that you trust/, root]
}
