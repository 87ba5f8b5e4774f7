import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'

/** A browser that Playwright cannot drive: the machine's own, by a protocol of the W3C. */
export type Driver = {
  goto(url: string): Promise<void>
  /** Evaluates a function's body in the page; its value must be JSON. */
  evaluate(body: string, ...args: unknown[]): Promise<unknown>
  /** Clicks, as with a mouse, the element that a function's body returns. */
  click(body: string, ...args: unknown[]): Promise<void>
  /** Types into the focused element. */
  type(text: string): Promise<void>
  press(key: Key): Promise<void>
  /** Those of the current page. */
  deleteCookies(): Promise<void>
  resize(width: number, height: number): Promise<void>
  /** PNG. */
  screenshot(): Promise<Buffer>
  /** Uncaught errors and console errors since the last call. */
  takeErrors(): Promise<string[]>
  close(): Promise<void>
}

export type Key = 'Enter' | 'Tab' | 'Escape' | 'ArrowDown'

/** The finder of the screens' own tests: by role and name, as assistive technology sees them. */
const finder = readFileSync(
  new URL('./@testing-library/dom.umd.min.js', import.meta.resolve('@testing-library/dom')),
  'utf8',
)

const found = `
  const [kind, what, name] = args
  const visible = (each) => each.checkVisibility({ visibilityProperty: true })
  const { queryAllByRole, queryAllByLabelText, queryAllByText } = globalThis.TestingLibraryDom
  const all = kind === 'role' ? queryAllByRole(document.body, what, { name: new RegExp(name) })
    : kind === 'label' ? queryAllByLabelText(document.body, new RegExp(what))
    : queryAllByText(document.body, new RegExp(what))
  const shown = all.filter(visible)
`

type Target = [kind: 'role', role: string, name: string] | [kind: 'label' | 'text', name: string]

/** The actions of a journey. Names are the source of regular expressions. */
export class OtherBrowser {
  private readonly driver: Driver
  private readonly origin: string

  constructor(driver: Driver, origin: string) {
    this.driver = driver
    this.origin = origin
  }

  goto = (path: string) => this.driver.goto(new URL(path, this.origin).href)
  type = (text: string) => this.driver.type(text)
  press = (key: Key) => this.driver.press(key)
  deleteCookies = () => this.driver.deleteCookies()
  resize = (width: number, height: number) => this.driver.resize(width, height)
  screenshot = () => this.driver.screenshot()
  takeErrors = () => this.driver.takeErrors()
  close = () => this.driver.close()
  evaluate = <T>(body: string, ...args: unknown[]) => this.driver.evaluate(body, ...args) as Promise<T>

  /** Waits for a visible element. */
  async see(...target: Target): Promise<void> {
    await expect.poll(() => this.count(...target), { message: target.join(' '), timeout: 20_000 }).toBeGreaterThan(0)
  }

  async seeNo(...target: Target): Promise<void> {
    await expect.poll(() => this.count(...target), { message: `no ${target.join(' ')}`, timeout: 20_000 }).toBe(0)
  }

  /** Presses the first such element, once it rests and nothing covers it, such as a closing dialog. */
  async click(...target: Target): Promise<void> {
    await this.see(...target)
    const uncovered = `${found}
      shown[0].scrollIntoView({ block: 'center', behavior: 'instant' })
      const { left, top, width, height } = shown[0].getBoundingClientRect()
      const there = document.elementFromPoint(left + width / 2, top + height / 2)
      if (!shown[0].contains(there) && !there.contains(shown[0])) throw Error('covered')
      return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))).then(() => {
        if (shown[0].getBoundingClientRect().top !== top) throw Error('moving')
        return shown[0]
      })
    `
    // Retries if a new rendering replaces the element in between.
    await expect(() => this.driver.click(uncovered, ...target)).toPass({ timeout: 20_000 })
  }

  /** Replaces the text of a field. */
  async fill(label: string, text: string): Promise<void> {
    await this.see('label', label)
    await this.evaluate(
      `${found}; const field = shown.find((each) => each.select); field.focus(); field.select()`,
      'label',
      label,
    )
    await this.type(text)
  }

  async expectPath(path: string): Promise<void> {
    await expect.poll(() => this.evaluate('return location.pathname + location.search')).toBe(path)
  }

  private async count(...target: Target): Promise<number> {
    // A page that is being left has no script to answer.
    const withFinder = () =>
      this.evaluate<number>(
        `if (!globalThis.TestingLibraryDom || !document.body) return -1; ${found}; return shown.length`,
        ...target,
      )
    const count = await withFinder()
    if (count >= 0) return count
    await this.evaluate(finder)
    return withFinder()
  }
}
