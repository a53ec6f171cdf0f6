import type { DeliveryRecord } from '@tallystick/client'

/** The body that was sent, and what the endpoint answered to the last try. */
export const Exchange = ({ sent: { body, answer } }: { readonly sent: Pick<DeliveryRecord, 'body' | 'answer'> }) => (
  <details class="unfolds exchange">
    <summary>Request and answer</summary>
    <p class="small soft">Request</p>
    <pre class="fault-text">{indented(body)}</pre>
    <p class="small soft">{answer === null ? 'No answer' : `Answer ${answer.status}`}</p>
    {answer !== null && answer.body !== '' && <pre class="fault-text">{answer.body}</pre>}
  </details>
)

/** JSON on lines of its own, and any other text as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
