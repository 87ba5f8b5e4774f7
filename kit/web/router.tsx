import {
  Component,
  type ComponentType,
  createContext,
  type ReactNode,
  Suspense,
  startTransition,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useTransition,
} from 'react'
import { currentPlace, type Move, onMove, type Place, replaceWith } from './history.ts'
import { type Match, matchRoute, type Route } from './routes.ts'
import { readSearch } from './search-params.ts'

/** The part of the page that the server has drawn: the whole first view, or the frame around a waiting screen. */
export type Drawn = 'screen' | 'frame'

type Here = {
  place: Place
  match: Match | undefined
  moving: boolean
  drawn: Drawn | undefined
  prepare: (pathname: string) => void
}

const HereContext = createContext<Here | undefined>(undefined)

/**
 * Follows the address. The former screen stays until the next one and its data are ready (`useMoving` meanwhile); then
 * `onDrawn` is called. `drawn`: what the page has already; `at`: the address, where there is no browser.
 */
export function Router(props: {
  routes: readonly Route[]
  onDrawn?: (move: Move) => void
  drawn?: Drawn | undefined
  at?: Place | undefined
  children: ReactNode
}) {
  const { routes, onDrawn, drawn: first, at, children } = props
  const [{ place, move }, setHere] = useState<{ place: Place; move?: Move }>(() => ({ place: at ?? currentPlace() }))
  const [moving, startMove] = useTransition()
  // Before the screens' effects, one of which may navigate at once.
  useLayoutEffect(
    () =>
      onMove((next) => {
        const follow = () => setHere({ place: next.to, move: next })
        // Changes within a screen are shown at once: a ticked box must not wait for its results.
        if (next.to.pathname === next.from.pathname) follow()
        else startMove(follow)
      }),
    [],
  )

  const drawn = useRef(move)
  useLayoutEffect(() => {
    if (move && drawn.current !== move) onDrawn?.(move)
    drawn.current = move
  }, [move, onDrawn])

  const here = useMemo(() => {
    const match = matchRoute(routes, place.pathname)
    // Loads the script in parallel with what `around` waits for.
    void match?.route.screen.prepare()
    const prepare = (pathname: string) => void matchRoute(routes, pathname)?.route.screen.prepare()
    return { place, match, drawn: first, prepare }
  }, [routes, place, first])
  const value = useMemo(() => ({ ...here, moving }), [here, moving])
  return <HereContext value={value}>{children}</HereContext>
}

/** The screen of the current address, or `instead` if given. An unknown address leads home, after `onUnknown`. */
export function Screen(props: {
  waiting: ReactNode
  failure: ComponentType<ScreenFailureProps>
  instead?: Route | undefined
  onUnknown?: (pathname: string) => void
}) {
  const { onUnknown } = props
  const { place, match, drawn } = useHere()
  // The first screen is a transition too: React keeps a fallback for at least 300 ms once it is shown.
  const [begun, begin] = useState(drawn === 'screen')
  useEffect(() => startTransition(() => begin(true)), [])
  const unknown = match === undefined && place.pathname !== '/'
  useEffect(() => {
    if (!unknown) return
    onUnknown?.(place.pathname)
    replaceWith('/')
  }, [unknown, place, onUnknown])
  if (!match) return null
  const { screen, around: Around = AsItIs, path } = props.instead ?? match.route
  return (
    <Catch at={place} failure={props.failure}>
      <Suspense fallback={props.waiting}>
        {begun ? (
          <Around key={path}>
            <screen.Component />
          </Around>
        ) : (
          props.waiting
        )}
      </Suspense>
    </Catch>
  )
}

export const useLocation = (): Place => useHere().place
export const useParams = (): Record<string, string> => useHere().match?.params ?? {}
/** The part of the first view that the server has drawn, to be taken over as it is. */
export const useDrawn = (): Drawn | undefined => useContext(HereContext)?.drawn
/** True while the next screen is loading. */
export const useMoving = (): boolean => useHere().moving

export function useSearch(): Record<string, string | string[]> {
  const { search } = useLocation()
  return useMemo(() => readSearch(search), [search])
}

/** Preloads a screen's script; does nothing outside a Router, as in tests of a single part. */
export const usePrepare = (): ((pathname: string) => void) => useContext(HereContext)?.prepare ?? (() => undefined)

function useHere() {
  const here = useContext(HereContext)
  if (!here) throw new Error('A screen must be inside a Router.')
  return here
}

const AsItIs = ({ children }: { children: ReactNode }) => children

export type ScreenFailureProps = { error: Error; retry: () => void }

/** Shows why a screen failed; another address or a retry tries again. */
class Catch extends Component<
  { at: Place; failure: ComponentType<ScreenFailureProps>; children: ReactNode },
  { error?: Error | undefined; at: Place }
> {
  override state: { error?: Error | undefined; at: Place } = { at: this.props.at }

  static getDerivedStateFromError = (error: Error) => ({ error })

  static getDerivedStateFromProps({ at }: { at: Place }, state: { at: Place }) {
    return at === state.at ? null : { at, error: undefined }
  }

  override render() {
    const { failure: Failure, children } = this.props
    const { error } = this.state
    return error ? <Failure error={error} retry={() => this.setState({ error: undefined })} /> : children
  }
}
