import { RefreshCw, Rss, Unlink } from 'lucide-react'
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

const outcomes = {
  true: 'The search has a feed.',
  renew: 'The feed has a new address. The former one no longer works.',
  false: 'The feed has ended.',
}

/** Gives a saved search an Atom feed, shows its address, renews and withdraws it. */
export function FeedOfSearch({ search, onChanged, onClose }: Props) {
  const [busy, setBusy] = useState<boolean | 'renew'>()
  const [refused, setRefused] = useState<readonly string[]>()
  const [path, setPath] = useState(search.feed)
  const change = async (feed: boolean | 'renew') => {
    setBusy(feed)
    setRefused(undefined)
    try {
      const { response } = await call(searchesApi.changeSearch, { id: search.id, feed })
      setPath(response.feed)
      onChanged(response)
      announce(outcomes[`${feed}`])
    } catch (error) {
      setRefused(problemOf(error).messages)
    } finally {
      setBusy(undefined)
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
            <Button look="main" icon={Rss} busy={busy === true} onClick={() => change(true)}>
              Make a feed
            </Button>
          </>
        ) : (
          <>
            <Button look="danger" icon={Unlink} busy={busy === false} onClick={() => change(false)}>
              End the feed
            </Button>
            <Button icon={RefreshCw} busy={busy === 'renew'} onClick={() => change('renew')}>
              Renew the address
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
          hint="Works without sign-in for everybody who has it. If it has reached the wrong people, renew it: the former address stops working at once."
          copy="Copy address"
        />
      )}
    </Dialog>
  )
}
