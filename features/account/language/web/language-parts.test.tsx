import { expect, onTestFinished, test, vi } from 'vitest'
import { fakeServer } from '#kit/web/testing.tsx'
import { languageApi } from '../contract.ts'
import { chooseLanguage } from './language-parts.tsx'

test.each([
  ['en-AU', 0],
  ['mi', 1],
] as const)('the choice of %s is stored on an Australian page, which reloads %i times', async (language, times) => {
  document.documentElement.lang = 'en-AU'
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
  onTestFinished(() => {
    reload.mockRestore()
    document.documentElement.lang = ''
  })
  const calls = fakeServer(languageApi, { chooseLanguage: (input) => ({ response: input }) })
  await chooseLanguage(language)
  expect(calls).toEqual([{ name: 'chooseLanguage', input: { language } }])
  expect(reload).toHaveBeenCalledTimes(times)
})
