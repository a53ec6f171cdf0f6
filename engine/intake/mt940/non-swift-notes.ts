import type { Details, EntryDetails } from './details.ts'

/** What a field :NS: says of the entry before it: lines that begin with the number of what they hold, `15Muster GmbH`. */
export function readNotes(lines: readonly string[]): EntryDetails {
  const attributes: Details = {}
  const remittance: string[] = []
  const name: string[] = []
  for (const line of lines) {
    const number = Number(line.slice(0, 2))
    const text = line.slice(2).trim()
    if (number >= 1 && number <= 14) remittance.push(text)
    else if (number === 15 || number === 16) name.push(text)
    else attributes[attributeNames.get(number) ?? `note${line.slice(0, 2)}`] = text
  }
  return { description: remittance.join(' '), counterparty: name.join(' '), attributes }
}

const attributeNames = new Map([
  [17, 'bookingText'],
  [18, 'primaNota'],
  [19, 'bookingTime'],
])
