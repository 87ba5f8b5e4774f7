import { expect, test } from 'vitest'
import { matchRoute, type Route } from './routes.ts'

const screen = { Component: () => null, prepare: () => undefined }
const routes: Route[] = ['/', '/discover/results/', '/downloadRequest/$requestId', '/standards/$id?'].map((path) => ({
  path,
  screen,
}))
const found = (path: string) => {
  const match = matchRoute(routes, path)
  return match && [match.route.path, match.params]
}

test('an address leads to its screen, with or without a trailing slash', () => {
  expect(found('/')).toEqual(['/', {}])
  expect(found('/discover/results')).toEqual(['/discover/results/', {}])
  expect(found('/discover/results/')).toEqual(['/discover/results/', {}])
  expect(found('/standards/')).toEqual(['/standards/$id?', {}])
})

test('parameters are decoded, and invalid escapes are kept', () => {
  expect(found('/downloadRequest/a%20b')).toEqual(['/downloadRequest/$requestId', { requestId: 'a b' }])
  expect(found('/downloadRequest/%zz')).toEqual(['/downloadRequest/$requestId', { requestId: '%zz' }])
})

test('an optional parameter may be missing', () => {
  expect(found('/standards')).toEqual(['/standards/$id?', {}])
  expect(found('/standards/7')).toEqual(['/standards/$id?', { id: '7' }])
  expect(found('/standards/7/8')).toBeUndefined()
  expect(found('/downloadRequest')).toBeUndefined()
})

test('an unknown address leads nowhere', () => {
  expect(found('/discover/results/more')).toBeUndefined()
  expect(found('/Discover/results/')).toBeUndefined()
})
