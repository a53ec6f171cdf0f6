import type { FilePart } from '../engine-worker/pack-files.ts'
import { counted, periodText } from '../parts/plain-words.ts'

/** The files of which a side consists, in the order in which they are read, and the days that two of them have. */
export function FileParts({ parts }: { readonly parts: readonly FilePart[] }) {
  return (
    <>
      <ol class="file-parts">
        {parts.map(({ name, recordCount, from, to, faultCount }) => (
          <li key={name}>
            <span class="of-file">{name}</span>{' '}
            <span class="soft small">
              {counted(recordCount, 'record')} · {periodText({ from, to })}
              {faultCount > 0 && ` · ${counted(faultCount, 'place')} to look at`}
            </span>
          </li>
        ))}
      </ol>
      {overlapsOf(parts).map(({ one, other, from, to }) => (
        <p key={`${one} ${other}`} class="notice small">
          <span class="of-file">{one}</span> and <span class="of-file">{other}</span> both have{' '}
          {periodText({ from, to })}: lines that stand in both count twice.
        </p>
      ))}
    </>
  )
}

interface Overlap {
  readonly one: string
  readonly other: string
  readonly from: string
  readonly to: string
}

const overlapsOf = (parts: readonly FilePart[]): readonly Overlap[] =>
  parts.flatMap((one, index) =>
    parts.slice(index + 1).flatMap((other): readonly Overlap[] => {
      if (one.from === null || one.to === null || other.from === null || other.to === null) return []
      const [, from = ''] = [one.from, other.from].toSorted()
      const [to = ''] = [one.to, other.to].toSorted()
      return from <= to ? [{ one: one.name, other: other.name, from, to }] : []
    }),
  )
