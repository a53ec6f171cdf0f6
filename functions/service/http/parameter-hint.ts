import { nearestName } from '@tallystick/engine/base'

/** Names that other services use for these parameters. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  include: ['expand', 'embed', 'with', 'populate', 'fields'],
  limit: [
    'page_size',
    'pagesize',
    'per_page',
    'perpage',
    'size',
    'count',
    'max',
    'max_results',
    'top',
    'first',
    'take',
  ],
  cursor: ['page', 'page_token', 'pagetoken', 'next', 'token', 'after', 'starting_after', 'offset', 'skip'],
  status: ['state'],
  view: ['type', 'kind'],
}

/** Such as `; did you mean include?`. Empty where none of `known` is like it. */
export function parameterHint(name: string, known: readonly string[]): string {
  const meant = nearestName(name, known) ?? known.find((each) => otherNames[each]?.includes(name.toLowerCase()))
  return meant === undefined ? '' : `; did you mean ${meant}?`
}
