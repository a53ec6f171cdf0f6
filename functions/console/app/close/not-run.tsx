import { EmptyPlace } from '../empty-place.tsx'
import { useClose } from './use-close.ts'

/** In place of what only a run can tell. */
export const NotRun = ({ periodId }: { readonly periodId: string }) => (
  <EmptyPlace title="Not run yet">
    <p>
      Add the <a href={`${useClose().periodPath(periodId)}?step=files`}>files</a> of both sides and run the period
      first.
    </p>
  </EmptyPlace>
)
