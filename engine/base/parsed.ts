/** A value, or a sentence that says what was got and what was wanted. */
export type Parsed<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly detail: string }

export const parsed = <Value>(value: Value): Parsed<Value> => ({ ok: true, value })

/** `text` in quotation marks, cut after 100 characters. */
export const quoted = (text: string): string =>
  JSON.stringify(text.length > quotedLengthMax ? `${text.slice(0, quotedLengthMax)}…` : text)

const quotedLengthMax = 100

export const refused = (detail: string): { readonly ok: false; readonly detail: string } => ({ ok: false, detail })
