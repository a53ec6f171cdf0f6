import { useState } from 'preact/hooks'
import { counted } from '../parts/plain-words.ts'
import { cutParts, type MarkedPart } from './mark-text.ts'

interface LongTextRequest {
  readonly parts: readonly MarkedPart[]
}

const lengthMax = 240
const lead = 40

/** Shows a text of a file with its differences marked. A long text is cut; a click shows the whole. */
export function LongText({ parts }: LongTextRequest) {
  const [isWhole, setWhole] = useState(false)
  const { parts: shown, isCut } = cutParts(parts, { lengthMax, lead })
  const length = parts.reduce((sum, { text }) => sum + text.length, 0)
  return (
    <>
      <bdi class="of-file long-text">
        {(isWhole ? parts : shown).map(({ text, isOther }, place) =>
          isOther ? <mark key={place}>{text}</mark> : <span key={place}>{text}</span>,
        )}
      </bdi>
      {isCut && (
        <button type="button" class="text-button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show less' : `Show all ${counted(length, 'character')}`}
        </button>
      )}
    </>
  )
}

export const PlainText = ({ text }: { readonly text: string }) => <LongText parts={[{ text, isOther: false }]} />
