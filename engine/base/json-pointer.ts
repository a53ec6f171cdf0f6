/** One part of a JSON Pointer, RFC 6901 §3: `a/b~c` → `a~1b~0c`. */
export const pointerPart = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')
