import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Puts a section, which begins with a heading of the third level, into the document at the path: in the place of the
 * section with that heading, or at the end.
 */
export function writeSection(path: string, section: string): void {
  writeFileSync(path, withSection(readFileSync(path, 'utf8'), section))
}

/** The text with the section in it; everything else stays as it is. */
export function withSection(text: string, section: string): string {
  const [heading = ''] = section.split('\n', 1)
  const parts = text.trimEnd().split(/\n(?=#{1,3} )/)
  const place = parts.findIndex((part) => part.split('\n', 1)[0] === heading)
  const written = `${section.trimEnd()}\n`
  const all = place < 0 ? [...parts, written] : parts.with(place, written)
  return `${all.map((part) => part.trimEnd()).join('\n\n')}\n`
}
