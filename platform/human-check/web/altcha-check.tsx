import { LoaderCircle } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { type HumanAction, humanCheckApi, humanCheckMinutes } from '#platform/human-check/contract.ts'
import { Icon } from '#ui/icon.tsx'
import type { CheckProps } from './human-check-parts.tsx'
import { NotLoaded } from './not-loaded.tsx'
import { useLoaded } from './use-loaded.ts'

type Solver = typeof import('./solve-puzzle.ts')
let solver: Solver | undefined
const begin = () =>
  void import('./solve-puzzle.ts').then(
    (module) => {
      solver = module
    },
    () => undefined,
  )

type State = 'open' | 'working' | 'done' | 'expired' | 'failed'

const says: Record<State, string> = {
  open: 'Your computer solves a small puzzle. We don’t share anything about you.',
  working: 'Checking…',
  done: 'Checked. You can continue.',
  expired: 'The check has expired. Please tick the box again.',
  failed: 'The check failed. Please tick the box again.',
}

/** A little earlier than on the server, so that the answer arrives in time. */
const goodMs = humanCheckMinutes * 60_000 - 15_000

/** A checkbox that makes this computer work for a moment. */
export function AltchaCheck({ action, round, onAnswer }: CheckProps & { action: HumanAction }) {
  const { loaded, late, again } = useLoaded(begin, () => solver)
  const [state, setState] = useState<State>('open')
  const [required, setRequired] = useState(false)
  const [reason, setReason] = useState<string>()
  const work = useRef<AbortController>(undefined)
  const id = useId()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round starts over
  useEffect(() => {
    setState('open')
    setRequired(false)
    return () => work.current?.abort()
  }, [round])
  useEffect(() => {
    if (state !== 'done') return
    const timer = setTimeout(() => {
      setState('expired')
      onAnswer(undefined)
    }, goodMs)
    return () => clearTimeout(timer)
  }, [state, onAnswer])

  const solve = async (solve: Solver['solvePuzzle']) => {
    const own = new AbortController()
    work.current = own
    setState('working')
    setReason(undefined)
    try {
      const { response } = await call(humanCheckApi.humanCheck, { action }, { signal: own.signal })
      if (response.kind !== 'altcha') throw new Error('The server now uses another check.')
      const answer = await solve(response.puzzle, own.signal)
      if (own.signal.aborted) return
      setState('done')
      onAnswer(answer)
    } catch (error) {
      if (own.signal.aborted) return
      setState('failed')
      if (error instanceof Problem) setReason(error.messages[0])
      else console.warn(error)
    }
  }

  // Ticked before the solver was loaded: starts once it is.
  useEffect(() => {
    if (!required || !loaded) return
    setRequired(false)
    void solve(loaded.solvePuzzle)
  })

  const works = required || state === 'working'
  if (late) return <NotLoaded onRetry={again} />
  if (!window.isSecureContext)
    return <p className="human-check-state failed">This check needs a secure connection (https).</p>
  return (
    <>
      <label className={works ? 'check working' : 'check'}>
        <input
          type="checkbox"
          checked={state === 'done'}
          aria-describedby={`${id}-state`}
          onChange={() => state === 'done' || works || setRequired(true)}
        />
        {works && <Icon of={LoaderCircle} turning />}
        <span>I am not a robot</span>
      </label>
      <p className={`human-check-state ${state}`} id={`${id}-state`} role="status">
        {required ? says.working : (reason ?? says[state])}
      </p>
    </>
  )
}
