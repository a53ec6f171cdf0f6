import type { Segment } from './bai2-segments.ts'

interface KeyedText {
  readonly description: string
  readonly counterparty: string | undefined
  readonly attributes: { [name: string]: string | undefined }
}

/** Reads text lines by their keywords. A full segment without a slash is joined to the next without a space. */
export function readKeyedLines(segments: readonly Segment[], { isDebit }: { readonly isDebit: boolean }): KeyedText {
  const attributes: KeyedText['attributes'] = {}
  let description = ''
  let counterparty: string | undefined
  let isCut = false
  for (const { text, isEnded, isFull } of segments) {
    description += isCut || description === '' ? text : ` ${text.trim()}`
    isCut = isFull && !isEnded
    const key = text.charAt(4) === ':' ? text.slice(0, 4) : ''
    const value = key === '' ? '' : text.slice(5).trim()
    if (value === '') continue
    if (key === (isDebit ? 'CRNM' : 'DBNM')) counterparty ??= value
    const name = attributeNames[key] ?? (isDebit ? ofCreditor : ofDebtor)[key]
    if (name !== undefined) attributes[name] ??= value
  }
  return { description, counterparty, attributes }
}

const attributeNames: { readonly [key: string]: string } = {
  EREF: 'endToEndId',
  CHKN: 'chequeNumber',
  CREF: 'clearingReference',
}
const ofCreditor: { readonly [key: string]: string } = {
  CACT: 'counterpartyAccount',
  CBIC: 'counterpartyBic',
  CABA: 'counterpartyBankCode',
}
const ofDebtor: { readonly [key: string]: string } = {
  DACT: 'counterpartyAccount',
  DBIC: 'counterpartyBic',
  DABA: 'counterpartyBankCode',
}
