/**
 * What is made of a book when it is first asked for, and kept as long as the book is: a book does not change.
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
