/** The rows of a CSV (RFC 4180) with its titles in the first line, each as its cells by title. */
export function readCsv(text: string): readonly { readonly [title: string]: string }[] {
  const [titles = [], ...rows] = text.trimEnd().split('\r\n').map(cellsOf)
  return rows.map((cells) => Object.fromEntries(titles.map((title, index) => [title, cells[index] ?? ''])))
}

const cellsOf = (line: string): readonly string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )
