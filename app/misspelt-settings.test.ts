import { expect, test } from 'vitest'
import { misspeltSettings } from './misspelt-settings.ts'
import { settings } from './settings.ts'

const names = settings.map(({ name }) => name)
const meantBy = (given: string) => misspeltSettings({ [given]: 'x' })

test.each([
  ['SUPORT_EMAIL', 'SUPPORT_EMAIL'],
  ['SUPPROT_EMAIL', 'SUPPORT_EMAIL'],
  ['DATADIR', 'DATA_DIR'],
  ['public_url', 'PUBLIC_URL'],
  ['SMTP-URL', 'SMTP_URL'],
])('%s is reported with %s', (given, meant) => {
  expect(meantBy(given)).toEqual([`${given} is not a setting and is ignored. Did you mean ${meant}?`])
})

test('every long setting with any one letter missing is reported, and no setting is', () => {
  for (const name of names.filter(({ length }) => length >= 9))
    for (let at = 0; at < name.length; at++) {
      const given = name.slice(0, at) + name.slice(at + 1)
      expect([given, meantBy(given)[0]]).toEqual([given, expect.stringMatching(/Did you mean \w+\?$/)])
    }
  expect(misspeltSettings(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([])
})

test("other programs' variables are left alone, and so are empty ones and those beside the correct one", () => {
  const usual = [
    'PATH',
    'SORT',
    'HOSTNAME',
    'HOSTS',
    'PGPORT',
    'NODE_ENV',
    'NODE_OPTIONS',
    'SUDO_USER',
    'npm_config_port',
    'AWS_S3_BUCKET',
    'LANG',
    'MAIL',
  ]
  expect(usual.flatMap(meantBy)).toEqual([])
  expect(misspeltSettings({ SUPORT_EMAIL: '' })).toEqual([])
  expect(misspeltSettings({ SUPORT_EMAIL: 'a@b.example', SUPPORT_EMAIL: 'a@b.example' })).toEqual([])
})
