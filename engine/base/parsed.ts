/** What reading a text came to: its value, or what was got and what was wanted. */
export type Parsed<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly detail: string }

/** A text that was read. */
export const parsed = <Value>(value: Value): Parsed<Value> => ({ ok: true, value })

/** What was got, in quotation marks, for a detail: the beginning of a long text. */
export const quoted = (text: string): string =>
  JSON.stringify(text.length > quotedLengthMax ? `${text.slice(0, quotedLengthMax)}…` : text)

const quotedLengthMax = 100

/** A text that is refused. */
export const refused = (detail: string): { readonly ok: false; readonly detail: string } => ({ ok: false, detail })
