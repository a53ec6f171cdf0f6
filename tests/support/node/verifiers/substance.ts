import { type PackFiles, textIn } from '../pack.ts'

/**
 * What evidence says, as a text to compare: without its layout, who signed it, and what nothing in it proves. A change that
 * leaves this as it is may hold; any other is a lie. A text that is no such evidence stands for itself.
 */

/** Without signatures: whoever is trusted has to be among those that are left. */
const unsigned = (note: string): string => note.slice(0, note.lastIndexOf('\n\n') + 1)

/** A note is left out where it has another form, which is no second spelling. */
const isNote = (note: unknown): note is string => typeof note === 'string' && /\n\n(— [^ \n]+ [^ \n]+\n)+$/.test(note)
const textOfNote = (note: unknown): unknown => (isNote(note) ? unsigned(note) : note)

/** The heads before the last one say how it came about. */
const withoutAnchorsOthers = ({
  timestamp: _,
  keys: __,
  checkpoint,
  heads,
  ...anchor
}: {
  [name: string]: unknown
}): object => ({
  ...anchor,
  heads: Array.isArray(heads) ? heads.slice(-1) : heads,
  checkpoint: textOfNote(checkpoint),
})

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, each) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  )

/** The substance of a pack’s files. Its keys and their periods are trusted or not, whatever it says. */
export function substanceOfPack(files: PackFiles): string {
  const names = [...files.keys()].filter((name) => name !== 'keys.txt' && name !== 'key-periods.txt')
  return names.map((name) => `${name}\n${substanceOfFile(files, name)}\n`).join('')
}

function substanceOfFile(files: PackFiles, name: string): string {
  const text = textIn(files, name)
  if (name.endsWith('checkpoint.txt')) return String(textOfNote(text))
  if (name !== 'manifest.json' && name !== 'anchor.json') return Buffer.from(files.get(name) ?? []).toString('latin1')
  const value = parsed(text)
  // Canonical JSON has one spelling.
  if (value === undefined || `${sorted(value)}\n` !== text) return text
  if (name === 'anchor.json') return sorted(withoutAnchorsOthers(value))
  const { unproven: _, run, ...claims } = value
  const record = Object(run)
  const checkpoint = textOfNote(record.checkpoint ?? textIn(files, 'checkpoint.txt'))
  return sorted({ ...claims, run: { ...record, checkpoint } })
}

/** The substance of a proof in JSON. */
export function substanceOfProof(text: string): string {
  const value = parsed(text.replace(/^\ufeff/, ''))
  if (value === undefined) return text
  const { links: _, keys: __, anchor, checkpoint, previous, records, ...proven } = value
  return sorted({
    ...proven,
    records: withoutSizes(records),
    checkpoint: textOfNote(checkpoint),
    previous: isObject(previous) ? { ...previous, checkpoint: textOfNote(previous['checkpoint']) } : previous,
    ...(isObject(anchor) ? { anchor: withoutAnchorsOthers(anchor) } : { anchor }),
  })
}

/** The substance of a tlog-proof. */
export function substanceOfTlogProof(text: string): string {
  const split = text.indexOf('\n\n') + 2
  const [head, note] = [text.slice(0, split), text.slice(split)]
  const extra = parsed(Buffer.from(/\nextra (.*)\n/.exec(head)?.[1] ?? '', 'base64').toString())
  if (extra === undefined) return text
  const { records, ...proven } = extra
  return (
    head.replace(/\nextra .*\n/, () => `\n${sorted({ ...proven, records: withoutSizes(records) })}\n`) +
    textOfNote(note)
  )
}

/**
 * Several counts of lines lead to one root by the same hashes: no proof shows how many lines a dataset has. Records in
 * another order are the same ones.
 */
function withoutSizes(records: unknown): unknown {
  if (!isObject(records)) return records
  return Object.fromEntries(
    Object.entries(records).map(([side, list]) => [
      side,
      Array.isArray(list)
        ? list
            .map((record) =>
              isObject(record) && isObject(record['inclusion'])
                ? { ...record, inclusion: { ...record['inclusion'], size: 0 } }
                : record,
            )
            .toSorted((one, other) => (sorted(one) < sorted(other) ? -1 : 1))
        : list,
    ]),
  )
}

const isObject = (value: unknown): value is { [name: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parsed(text: string): { [name: string]: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
