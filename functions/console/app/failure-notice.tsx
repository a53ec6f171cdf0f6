import { useEffect, useState } from 'preact/hooks'
import { failureText } from './failure-text.ts'
import { retryAt } from './session.ts'

interface FailureNoticeProps {
  readonly error: unknown
  /** Undefined where trying again does not help. */
  readonly onRetry?: (() => void) | undefined
}

/** Shows a failure with its faults and advice; shows nothing without a failure. */
export function FailureNotice({ error, onRetry }: FailureNoticeProps) {
  const seconds = useSecondsLeft()
  if (error === undefined) return null
  const { title, detail, faults, advice, requestId } = failureText(error)
  return (
    <div class="notice app-notice fault" role="alert">
      <p class="notice-title">{title}</p>
      <p class="of-file">{detail}</p>
      {faults.length > 0 && (
        <ul class="fault-list">
          {faults.map((fault) => (
            <li key={`${fault.place} ${fault.detail}`}>
              {fault.place !== '' && <code class="of-file">{fault.place}</code>}{' '}
              <span class="of-file">{fault.detail}</span>
            </li>
          ))}
        </ul>
      )}
      <p>{advice}</p>
      {onRetry !== undefined && (
        <p class="actions">
          <button type="button" class="quiet" onClick={onRetry} disabled={seconds > 0}>
            {seconds > 0 ? `Try again in ${seconds} s` : 'Try again'}
          </button>
        </p>
      )}
      {requestId !== undefined && <p class="small soft">Request {requestId}</p>}
    </div>
  )
}

/** Seconds until the service takes requests again; 0 where it takes them already. */
function useSecondsLeft(): number {
  const [now, setNow] = useState(Date.now())
  const end = retryAt.value
  const isWaiting = end !== undefined && end > now
  useEffect(() => {
    if (end === undefined) return
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= end) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [end])
  return isWaiting ? Math.ceil((end - now) / 1000) : 0
}
