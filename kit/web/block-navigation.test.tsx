import { expect, test } from 'vitest'
import { blockNavigation, currentPlace, goTo, onMove, replaceWith } from './history.ts'

/** Simulates a step back: the address has changed before any listener runs. */
function stepTo(address: string) {
  window.history.replaceState({ key: 'before' }, '', address)
  window.dispatchEvent(new PopStateEvent('popstate'))
}

test('a navigation blocker is asked before a link is followed and after a step back, and can let go later', () => {
  replaceWith('/mySettings')
  const moves: string[] = []
  const stop = onMove(({ to }) => moves.push(to.pathname))
  let leave = () => {}
  let holding = true
  const letGo = blockNavigation((_, go) => {
    leave = go
    return holding
  })

  goTo('/discover')
  expect(window.location.pathname).toBe('/mySettings')
  stepTo('/savedList?x=1')
  expect(window.location.pathname).toBe('/mySettings')
  expect(currentPlace().pathname).toBe('/mySettings')
  expect(moves).toEqual([])

  holding = false
  leave()
  expect(window.location.pathname + window.location.search).toBe('/savedList?x=1')
  expect(moves).toEqual(['/savedList'])
  holding = true
  letGo()
  goTo('/discover')
  expect(moves).toEqual(['/savedList', '/discover'])
  stop()
})
