/**
 * `answers` as JSON text in which everything that differs from run to run has a fixed value of the same form: ids, keys,
 * hashes and signatures, each the same wherever it appears.
 */
export function settled(answers: object): string {
  const known = new Map<string, string>()
  const counts = new Map<RegExp, number>()
  const settle = (name: string, text: string): string =>
    [...forms, ...(formsByMember[name] ?? [])].reduce(
      (rest, [form, make]) =>
        rest.replaceAll(form, (found) => {
          const count = counts.get(form) ?? 0
          const same = known.get(found) ?? make(count)
          if (!known.has(found)) counts.set(form, count + 1)
          known.set(found, same)
          return same
        }),
      text,
    )
  return `${JSON.stringify(answers, (name, value) => (typeof value === 'string' ? settle(name, value) : value), 2)}\n`
}

type Form = readonly [RegExp, (index: number) => string]

const padded = (index: number): string => index.toString(16).padStart(4, '0')

const forms: readonly Form[] = [
  [/\btsk_test_\w+/g, (index) => `tsk_test_4fK9aZ2mQ1x${index}_${'x'.repeat(32)}_${'0'.repeat(6)}`],
  [/\bwhsec_[A-Za-z0-9+/]+=/g, () => 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  [/(?<=invitation=|\/inbox\/)[\w.]+/g, () => `ten_01kabcdefghjkmnpqrstvwxyz0.${'x'.repeat(32)}.${'0'.repeat(16)}`],
  [
    /(?<=\b(?:run|dat|ten|req|mbr|inv|evt|rcn|prd|dcn|whk|msg|inb)_)[0-9a-hjkmnp-tv-z]{26}\b/g,
    (index) => `01kabcdefghjkmnpqrstvw${padded(index)}`,
  ],
  [/\b[0-9a-f]{64}\b/g, (index) => padded(index).repeat(16)],
  [/(?<="actor":"|<bdi>)\w{12}(?="|<\/bdi>)/g, (index) => `4fK9aZ2mQ1x${index}`],
  // The key id of a signature, which depends on the name of the log.
  [/(?<![\w.-])[0-9a-f]{8}(?![\w.-])/g, (index) => `0000${padded(index)}`],
  // Hashes and signatures in base64. A name and its verifier key are joined by a plus sign, and words by slashes.
  [/(?<![\w+/.])(?![0-9a-f]{64}\b)[A-Za-z0-9+/]{42,}={0,2}(?!\w)/g, (index) => `${padded(index).repeat(10)}AAAA`],
]

/** A key id has no form that tells it from a word. */
const keyId: Form = [/^[0-9A-Za-z]{12}$/g, (index) => `4fK9aZ2mQ1x${index}`]

const formsByMember: { readonly [name: string]: readonly Form[] } = {
  id: [keyId],
  actor: [keyId],
  createdBy: [keyId],
  changedBy: [keyId],
  addedBy: [keyId],
  prefix: [[/^test_\w{12}$/g, (index) => `test_4fK9aZ2mQ1x${index}`]],
}
