import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fromHex, utf8 } from '@tallystick/engine/base'
import { formatDer, formatDerInteger } from '../../../../engine/base/der.ts'

/** Time stamps that OpenSSL makes and judges, good ones and bad ones. */

export const hasOpenssl = spawnSync('openssl', ['ts', '-help'], { stdio: 'ignore' }).status === 0

/** A certificate with its key, by the names of their files. */
export interface Identity {
  readonly certificate: string
  readonly key: string
}

export interface CertificatePlan {
  readonly issuer?: Identity
  /** Extensions, a line each, as OpenSSL's configuration writes them. */
  readonly extensions: readonly string[]
  /** As `20260101000000Z`; valid for years around now when left out. */
  readonly from?: string
  readonly to?: string
  /** The key of another identity, in place of a new one. */
  readonly key?: string
  readonly serial?: string
  /** The name that the certificate is of; that of its file when left out. */
  readonly subject?: string
  readonly isRsa?: boolean
}

export const forStamps = ['extendedKeyUsage=critical,timeStamping']
export const forIssuing = ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,keyCertSign,cRLSign']

/** A folder in which OpenSSL makes keys, certificates and stamps. */
export function createAuthority(folder: string) {
  const tools = toolsIn(folder)
  return { certify: certifier(tools), answer: answerer(tools), craft: crafter(tools), verifies: verifier(tools) }
}

function toolsIn(folder: string) {
  const path = (name: string) => join(folder, name)
  return {
    folder,
    path,
    openssl: (...words: readonly string[]) =>
      execFileSync('openssl', words, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] }),
    /** The path of a new file. */
    write: (name: string, content: string | Uint8Array): string => {
      writeFileSync(path(name), content)
      return path(name)
    },
  }
}

type Tools = ReturnType<typeof toolsIn>

/** Makes a certificate, by itself where no issuer is named. */
function certifier({ folder, path, openssl, write }: Tools) {
  let serialCount = 0x1000
  return (
    name: string,
    { issuer, extensions, from = '20200101000000Z', to = '20450101000000Z', ...plan }: CertificatePlan,
  ): Identity => {
    const key = plan.key ?? path(`${name}.key`)
    const kind = plan.isRsa
      ? ['RSA', '-pkeyopt', 'rsa_keygen_bits:2048']
      : ['EC', '-pkeyopt', 'ec_paramgen_curve:P-256']
    if (plan.key === undefined) openssl('genpkey', '-quiet', '-algorithm', ...kind, '-out', key)
    openssl('req', '-new', '-key', key, '-subj', `/CN=${plan.subject ?? name}`, '-out', path(`${name}.csr`))
    serialCount += 1
    write('serial', plan.serial ?? serialCount.toString(16))
    write('index', '')
    write('ca.cnf', [...caLines(folder), '[own]', ...extensions].join('\n'))
    const by =
      issuer === undefined ? ['-selfsign', '-keyfile', key] : ['-cert', issuer.certificate, '-keyfile', issuer.key]
    const period = ['-startdate', from, '-enddate', to]
    const words = ['-batch', '-notext', '-config', path('ca.cnf'), ...period, '-in', path(`${name}.csr`)]
    openssl('ca', ...by, ...words, '-out', path(`${name}.pem`))
    return { certificate: path(`${name}.pem`), key }
  }
}

/** The answer of `openssl ts` to a question about a text. */
const answerer =
  ({ folder, path, openssl, write }: Tools) =>
  (
    text: string,
    by: Identity,
    {
      digest = 'sha256',
      nonce = true,
      essDigest = 'sha256',
      chain = [] as readonly Identity[],
      listsChain = false,
    } = {},
  ): Uint8Array => {
    const query = ['-query', '-data', write('text', text), `-${digest}`, '-cert', ...(nonce ? [] : ['-no_nonce'])]
    openssl('ts', ...query, '-out', path('query'))
    write('chain.pem', chain.map(({ certificate }) => readFileSync(certificate, 'utf8')).join(''))
    write('tsserial', '01')
    write('ts.cnf', tsLines(folder, essDigest, listsChain).join('\n'))
    const signer = ['-signer', by.certificate, '-inkey', by.key]
    const words = ['-reply', '-config', path('ts.cnf'), '-queryfile', path('query'), ...signer]
    openssl('ts', ...words, ...(chain.length > 0 ? ['-chain', path('chain.pem')] : []), '-out', path('response'))
    return new Uint8Array(readFileSync(path('response')))
  }

/** A token that `openssl cms` signs, over a TSTInfo of our own. */
const crafter =
  ({ path, openssl, write }: Tools) =>
  (info: Uint8Array, by: Identity, ...words: readonly string[]): Uint8Array => {
    const form = ['-binary', '-nodetach', '-nosmimecap', '-outform', 'DER', '-econtent_type', 'id-smime-ct-TSTInfo']
    const signer = ['-signer', by.certificate, '-inkey', by.key, ...(words.includes('-md') ? [] : ['-md', 'sha256'])]
    openssl('cms', '-sign', ...form, '-in', write('info', info), ...signer, ...words, '-out', path('token'))
    return new Uint8Array(readFileSync(path('token')))
  }

/** Whether `openssl ts -verify` takes the stamp, with these certificates as trusted, at this time in seconds. */
const verifier =
  ({ folder, write }: Tools) =>
  (text: string, stamp: Uint8Array, { trusted, at }: { readonly trusted: Identity; readonly at: number }): boolean => {
    const files = ['-data', write('text', text), '-in', write('stamp', stamp), '-CAfile', trusted.certificate]
    // A certificate that is named is trusted, whoever has issued it.
    const words = ['-verify', ...files, '-partial_chain', '-attime', String(at)]
    return spawnSync('openssl', ['ts', ...words], { cwd: folder }).status === 0
  }

export type Authority = ReturnType<typeof createAuthority>

const caLines = (folder: string): readonly string[] => [
  '[ca]',
  'default_ca=def',
  '[def]',
  `database=${folder}/index`,
  `serial=${folder}/serial`,
  `new_certs_dir=${folder}`,
  'default_md=sha256',
  'policy=any',
  'unique_subject=no',
  'x509_extensions=own',
  '[any]',
  'commonName=supplied',
]

const tsLines = (folder: string, essDigest: string, listsChain: boolean): readonly string[] => [
  '[tsa]',
  'default_tsa=def',
  '[def]',
  `serial=${folder}/tsserial`,
  'default_policy=1.2.3.4.1',
  'digests=sha1,sha256,sha384,sha512',
  'signer_digest=sha256',
  'ordering=no',
  'tsa_name=no',
  `ess_cert_id_chain=${listsChain ? 'yes' : 'no'}`,
  `ess_cert_id_alg=${essDigest}`,
]

/** An answer (TimeStampResp) with this status and token. */
export const granted = (token: Uint8Array, status = 0): Uint8Array =>
  formatDer(0x30, formatDer(0x30, formatDerInteger(Uint8Array.of(status))), token)

/** A TSTInfo (RFC 3161 §2.4.2) of our own. */
export const infoOf = (hash: Uint8Array, time: string, version = 1): Uint8Array =>
  formatDer(
    0x30,
    formatDerInteger(Uint8Array.of(version)),
    formatDer(0x06, fromHex('2a030401')),
    formatDer(
      0x30,
      formatDer(0x30, formatDer(0x06, fromHex('608648016503040201')), formatDer(0x05)),
      formatDer(0x04, hash),
    ),
    formatDerInteger(Uint8Array.of(7)),
    formatDer(0x18, utf8(time)),
  )
