import { existsSync } from 'node:fs'
import puppeteer, { type ElementHandle, type KeyInput } from 'puppeteer-core'
import type { Driver } from './other-browser.ts'

const program = '/usr/bin/firefox-esr'

export const firefoxInstalled = existsSync(program)

/** Firefox reports the scripts and styles that it was still loading when a page was left. */
const ofLeaving = /error loading dynamically imported module|Unable to preload CSS/

/** Drives Debian's Firefox by WebDriver BiDi; Playwright's needs a newer one. */
export async function openFirefox(): Promise<Driver> {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: program, headless: true })
  const [page] = await browser.pages()
  let errors: Promise<string>[] = []
  page!.on('pageerror', (error) => errors.push(Promise.resolve(String(error))))
  page!.on('console', (message) => {
    if (message.type() !== 'error') return
    // The message of an error can be read only in its page. If the page is gone, leaving it caused the error.
    const words = Promise.all(message.args().map((each) => each.evaluate(String)))
    errors.push(words.then((all) => all.join(' ')).catch(() => ''))
  })
  const run = (body: string) => `(...args) => { ${body} }`
  return {
    goto: async (url) => void (await page!.goto(url)),
    evaluate: (body, ...args) => page!.evaluate(`(${run(body)})(...${JSON.stringify(args)})`),
    async click(body, ...args) {
      const element = await page!.evaluateHandle(`(${run(body)})(...${JSON.stringify(args)})`)
      await (element as ElementHandle<Element>).click()
      await element.dispose()
    },
    type: (text) => page!.keyboard.type(text),
    press: (key) => page!.keyboard.press(key satisfies KeyInput),
    deleteCookies: async () => browser.deleteCookie(...(await browser.cookies())),
    resize: (width, height) => page!.setViewport({ width, height }),
    screenshot: async () => Buffer.from(await page!.screenshot()),
    async takeErrors() {
      const taken = errors
      errors = []
      return (await Promise.all(taken)).filter((error) => error && !ofLeaving.test(error))
    },
    close: () => browser.close(),
  }
}
