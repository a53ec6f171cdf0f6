/**
 * Makes a value for each key when it is first asked for, and keeps it as long as the key. Requires keys that do not
 * change.
 */
export function perBook<Book extends object, Value>(make: (book: Book) => Value): (book: Book) => Value {
  const made = new WeakMap<Book, { readonly value: Value }>()
  return (book) => {
    const known = made.get(book)
    if (known !== undefined) return known.value
    const value = make(book)
    made.set(book, { value })
    return value
  }
}
