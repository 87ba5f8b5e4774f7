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

type Here = { place: Place; match: Match | undefined; moving: boolean; prepare: (pathname: string) => void }

const HereContext = createContext<Here | undefined>(undefined)

/**
 * Follows the address. The screen that is left stays until the next one and its data are there (`useMoving` meanwhile);
 * `onDrawn` is called when it stands.
 */
export function Router(props: { routes: readonly Route[]; onDrawn?: (move: Move) => void; children: ReactNode }) {
  const { routes, onDrawn, children } = props
  const [{ place, move }, setHere] = useState<{ place: Place; move?: Move }>(() => ({ place: currentPlace() }))
  const [moving, startMove] = useTransition()
  // Before the effects of the screens, one of which may go elsewhere at once.
  useLayoutEffect(
    () =>
      onMove((next) => {
        const follow = () => setHere({ place: next.to, move: next })
        // Within a screen a change shows at once: a box that was ticked must not wait for what it brings.
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
    // Its script comes at the same time as whatever `around` waits for.
    match?.route.screen.prepare()
    return { place, match, prepare: (pathname: string) => matchRoute(routes, pathname)?.route.screen.prepare() }
  }, [routes, place])
  const value = useMemo(() => ({ ...here, moving }), [here, moving])
  return <HereContext value={value}>{children}</HereContext>
}

/** The screen of the current address, or the one that stands `instead` of all. An unknown address leads home. */
export function Screen(props: {
  waiting: ReactNode
  failure: ComponentType<ScreenFailureProps>
  instead?: Route | undefined
}) {
  const { place, match } = useHere()
  // The first screen comes as a transition too: what a boundary has once shown instead, it keeps for 300 ms at least.
  const [begun, begin] = useState(false)
  useEffect(() => startTransition(() => begin(true)), [])
  const unknown = match === undefined && place.pathname !== '/'
  useEffect(() => {
    if (unknown) replaceWith('/')
  }, [unknown])
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
/** True while the next screen is on its way. */
export const useMoving = (): boolean => useHere().moving

export function useSearch(): Record<string, string | string[]> {
  const { search } = useLocation()
  return useMemo(() => readSearch(search), [search])
}

/** Fetches a screen's script before it is asked for; outside of a Router, as in a test of a single part, nothing. */
export const usePrepare = (): ((pathname: string) => void) => useContext(HereContext)?.prepare ?? (() => undefined)

function useHere() {
  const here = useContext(HereContext)
  if (!here) throw new Error('A screen stands in a Router.')
  return here
}

const AsItIs = ({ children }: { children: ReactNode }) => children

export type ScreenFailureProps = { error: Error; retry: () => void }

/** Shows why a screen cannot be shown; another address, or a retry, is a new attempt. */
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
