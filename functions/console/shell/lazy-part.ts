import type { ComponentType } from 'preact'
import { lazy } from 'preact-iso'

/**
 * A component whose code is fetched when it is first shown. Where that fails, the component throws for the error
 * boundary of the page; `lazy` alone would wait for ever.
 */
export const lazyPart = <Props>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> =>
  lazy(() =>
    load().catch(
      (fault: unknown): ComponentType<Props> =>
        () => {
          throw fault
        },
    ),
  )
