import type { Fault } from '@tallystick/schema/problem'

export function refusalTexts(
  path: string,
  { detail, errors = [] }: { readonly detail: string; readonly errors?: readonly Fault[] | undefined },
): readonly string[] {
  const texts = errors.map(
    ({ line, file, column, detail: own }) =>
      `${path}:${file === undefined ? '' : `${file}:`}${line === undefined ? '' : `${line}:`} ${columnText(column)}${own}`,
  )
  return [`${path} is refused: ${detail}`, ...texts]
}

const columnText = (column: Fault['column']): string =>
  column === undefined || column === null ? '' : `column ${JSON.stringify(column)}: `
