import { Rss, Unlink } from 'lucide-react'
import { useState } from 'react'
import { type SavedSearch, searchesApi } from '#features/catalogue/searches/contract.ts'
import { call } from '#kit/web/call.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { announce } from '#ui/announce.tsx'
import { Button } from '#ui/button.tsx'
import { LinkField } from '#ui/form/link-field.tsx'
import { ErrorBox } from '#ui/notices.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'

type Props = {
  search: { id: string; name: string; feed: string }
  onChanged: (search: SavedSearch) => void
  onClose: () => void
}

/** Gives a saved search an Atom feed, shows its address, and withdraws it. */
export function FeedOfSearch({ search, onChanged, onClose }: Props) {
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<readonly string[]>()
  const [path, setPath] = useState(search.feed)
  const change = async (feed: boolean) => {
    setBusy(true)
    setRefused(undefined)
    try {
      const { response } = await call(searchesApi.changeSearch, { id: search.id, feed })
      setPath(response.feed)
      onChanged(response)
      announce(feed ? 'The search has a feed.' : 'The feed has ended.')
    } catch (error) {
      setRefused(problemOf(error).messages)
    } finally {
      setBusy(false)
    }
  }
  const address = window.location.origin + path
  return (
    <Dialog
      title="Feed of a search"
      onClose={onClose}
      actions={
        path === '' ? (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button look="main" icon={Rss} busy={busy} onClick={() => change(true)}>
              Make a feed
            </Button>
          </>
        ) : (
          <>
            <Button look="danger" icon={Unlink} busy={busy} onClick={() => change(false)}>
              End the feed
            </Button>
            <Button look="main" onClick={onClose}>
              Done
            </Button>
          </>
        )
      }
    >
      {refused && <ErrorBox messages={refused} />}
      {path === '' ? (
        <>
          <p>
            A feed reader or your library’s website can follow <strong>{search.name}</strong>: an Atom feed lists its 50
            newest records.
          </p>
          <p className="quiet">
            It works without sign-in for everybody who has its address. You can end it at any time.
          </p>
        </>
      ) : (
        <LinkField
          label="Address of the feed"
          address={address}
          hint="Works without sign-in for everybody who has it. When the feed ends, this address stops working for good."
          copy="Copy address"
        />
      )}
    </Dialog>
  )
}
