// The sign-in page's own script, loaded after the library: offers a passkey where the browser supports it.
;(() => {
  const { browserSupportsWebAuthn, browserSupportsWebAuthnAutofill, startAuthentication } = SimpleWebAuthnBrowser
  const form = document.getElementById('passkey')
  if (!form || !browserSupportsWebAuthn()) return
  const [button, problem] = [form.querySelector('button'), form.querySelector('.problem')]

  const tell = (sentence) => {
    problem.textContent = sentence
    problem.hidden = sentence === ''
  }

  const ask = async (useBrowserAutofill) => {
    const reply = await fetch(`${location.pathname}/passkey`, {
      method: 'POST',
      headers: { 'x-requested-with': 'sign-in' },
    })
    // The page or its sign-in has expired: the reloaded page says so.
    if (reply.status === 404) return location.reload()
    if (!reply.ok) throw new Error('The server did not answer.')
    const answer = await startAuthentication({ optionsJSON: await reply.json(), useBrowserAutofill })
    form.elements.passkey.value = JSON.stringify(answer)
    form.submit()
  }

  /** Offers passkeys in the user-name field's autofill, where supported. */
  const offerInField = async () => {
    if (await browserSupportsWebAuthnAutofill()) await ask(true)
  }

  button.addEventListener('click', async () => {
    if (button.getAttribute('aria-disabled')) return
    button.setAttribute('aria-disabled', 'true')
    tell('')
    try {
      await ask(false)
    } catch (error) {
      const gaveUp = error.name === 'NotAllowedError' || error.name === 'AbortError'
      tell(gaveUp ? form.dataset.unused : form.dataset.unread)
      offerInField().catch(() => {})
    } finally {
      button.removeAttribute('aria-disabled')
    }
  })
  form.hidden = false
  offerInField().catch(() => {})
})()
