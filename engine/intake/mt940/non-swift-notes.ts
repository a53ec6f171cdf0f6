import type { Details, EntryDetails } from './details.ts'

/** Each line begins with a number that says what it holds: `15Muster GmbH`. */
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
