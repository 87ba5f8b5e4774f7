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
  true: 'Feed created.',
  renew: 'Feed address changed. The old one no longer works.',
  false: 'Feed removed.',
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
      title="Search feed"
      onClose={onClose}
      actions={
        path === '' ? (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button look="main" icon={Rss} busy={busy === true} onClick={() => change(true)}>
              Create feed
            </Button>
          </>
        ) : (
          <>
            <Button look="danger" icon={Unlink} busy={busy === false} onClick={() => change(false)}>
              Remove feed
            </Button>
            <Button icon={RefreshCw} busy={busy === 'renew'} onClick={() => change('renew')}>
              Change address
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
            Follow <strong>{search.name}</strong> in a feed reader or on your library’s website. The Atom feed lists its
            50 newest records.
          </p>
          <p className="quiet">
            Anyone with its address can read it without signing in. You can remove it at any time.
          </p>
        </>
      ) : (
        <LinkField
          label="Feed address"
          address={address}
          hint="Anyone with this address can read the feed without signing in. If the wrong people have it, change it: the old address stops working at once."
          copy="Copy address"
        />
      )}
    </Dialog>
  )
}
