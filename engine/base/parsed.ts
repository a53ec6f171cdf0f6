/** The outcome of reading a text: its value, or a sentence that says what was got and what was wanted. */
export type Parsed<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly detail: string }

/** The outcome of a text that could be read. */
export const parsed = <Value>(value: Value): Parsed<Value> => ({ ok: true, value })

/** `text` in quotation marks, for the detail of a refusal; of a long text, its first 100 characters. */
export const quoted = (text: string): string =>
  JSON.stringify(text.length > quotedLengthMax ? `${text.slice(0, quotedLengthMax)}…` : text)

const quotedLengthMax = 100

/** The outcome of a text that is refused. */
export const refused = (detail: string): { readonly ok: false; readonly detail: string } => ({ ok: false, detail })
