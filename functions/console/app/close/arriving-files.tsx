import type { InboxLinkRecord, NewInboxLinkRecord } from '@tallystick/client'
import { useState } from 'preact/hooks'
import { timeText } from '../../parts/plain-words.ts'
import { TableHead } from '../../parts/table-head.tsx'
import { ConfirmButton } from '../confirm-button.tsx'
import { FailureNotice } from '../failure-notice.tsx'
import { ListPlace } from '../list-place.tsx'
import { SecretNotice } from '../secret-notice.tsx'
import { client, mayDo } from '../session.ts'
import { useAction, useList } from '../use-call.ts'
import { ArrivalForm, type ArrivalTerms } from './arrival-form.tsx'
import { ArrivedFiles, type ArrivedFilesProps, filesBySide } from './arrived-files.tsx'
import type { Reconciliation } from './close-calls.ts'
import { sideWordsOf } from './side-words.ts'

/** The links by which others send files of a side, and what became of each file. Nothing is asked for before it is opened. */
export function ArrivingFiles(props: ArrivedFilesProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details class="card unfolds" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Files that arrive</summary>
      {isOpen && mayDo('periods:write') && <Links {...props} />}
      {isOpen && <ArrivedFiles {...props} />}
    </details>
  )
}

function Links({ reconciliation }: Pick<ArrivedFilesProps, 'reconciliation'>) {
  const { id } = reconciliation
  const list = useList(`inbox links ${id}`, (signal) => client().inbox.links(id, {}, { signal }))
  const [made, setMade] = useState<NewInboxLinkRecord | undefined>()
  const make = async (terms: ArrivalTerms): Promise<void> => {
    setMade(await client().inbox.createLink(id, terms))
    list.reload()
  }
  return (
    <>
      <p class="small soft">
        Whoever has a link sends files of one side there, without an account, and sees nothing here. Each is read as the
        files of the side are, into the open periods that its records meet.
      </p>
      <ArrivalForm words={sideWordsOf(reconciliation)} onSubmit={make} />
      {made !== undefined && (
        <SecretNotice label="The new link" secret={made.url} onDone={() => setMade(undefined)}>
          The address of the new link, to which files are sent with <code>PUT</code>, such as by{' '}
          <code>curl -T march.csv</code>.
        </SecretNotice>
      )}
      <ListPlace
        list={list}
        what="its links"
        emptyTitle="No links"
        empty="Nobody can send a file of this reconciliation yet."
        show={(links) => <LinkTable links={links} reconciliation={reconciliation} onRevoked={list.reload} />}
      />
    </>
  )
}

interface LinkTableProps {
  readonly links: readonly InboxLinkRecord[]
  readonly reconciliation: Reconciliation
  readonly onRevoked: () => void
}

const LinkTable = ({ links, reconciliation, onRevoked }: LinkTableProps) => (
  <div class="table-frame">
    <table class="stacked">
      <TableHead titles={['Takes files', 'Made', 'Ends']} />
      <tbody>
        {links.map((link) => (
          <tr key={link.id}>
            <td data-label="Takes files">
              {filesBySide(reconciliation, link.side)}
              {link.prefix !== null && (
                <span class="small soft under of-file">
                  by S3 below <code>{link.prefix}</code>
                </span>
              )}
            </td>
            <td data-label="Made" class="time">
              {timeText(link.createdAt)}
            </td>
            <td data-label="Ends">
              {endText(link)} <RevokeButton id={reconciliation.id} link={link} onRevoked={onRevoked} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

function endText({ expiresAt, revokedAt }: InboxLinkRecord): string {
  if (revokedAt !== null) return `revoked ${timeText(revokedAt)}`
  return expiresAt === null ? 'when it is revoked' : timeText(expiresAt)
}

interface RevokeButtonProps {
  readonly id: string
  readonly link: InboxLinkRecord
  readonly onRevoked: () => void
}

function RevokeButton({ id, link, onRevoked }: RevokeButtonProps) {
  const { isBusy, error, run } = useAction()
  const hasEnded = link.revokedAt !== null || (link.expiresAt !== null && Date.parse(link.expiresAt) < Date.now())
  if (hasEnded) return null
  return (
    <>
      <ConfirmButton
        label="Revoke"
        question="The link takes no file from then on. What it took stays."
        confirm="Revoke the link"
        isDangerous
        isBusy={isBusy}
        onConfirm={() =>
          run(async () => {
            await client().inbox.revokeLink(id, link.id)
            onRevoked()
          })
        }
      />
      <FailureNotice error={error} />
    </>
  )
}
