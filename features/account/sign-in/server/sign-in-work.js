// The sign-in page's own script: after many wrong passwords it solves a proof of work, some seconds long, before the
// next one is sent. It starts as soon as the user name is entered.
;(() => {
  const form = document.getElementById('with-password')
  if (!form) return
  const [button, status] = [form.querySelector('button'), form.querySelector('.working')]
  const { username, password, proof } = form.elements
  const maxWorkers = 4
  // The server accepts an answer for ten minutes.
  const goodMs = 9 * 60_000
  let work

  const askFor = async (name) => {
    const reply = await fetch(`${location.pathname}/puzzle`, {
      method: 'POST',
      headers: { 'x-requested-with': 'sign-in' },
      body: new URLSearchParams({ username: name }),
    })
    return reply.ok ? (await reply.json()).puzzle : null
  }

  const solve = (challenge) => {
    const count = Math.min(maxWorkers, Math.max(1, (navigator.hardwareConcurrency || 2) - 1))
    const workers = Array.from({ length: count }, () => new Worker(form.dataset.solver))
    return new Promise((resolve, reject) => {
      workers.forEach((worker, counterStart) => {
        worker.onerror = reject
        worker.onmessage = ({ data }) =>
          data?.derivedKey ? resolve(btoa(JSON.stringify({ challenge, solution: data }))) : reject(data?.error)
        worker.postMessage({ type: 'work', challenge, counterStart, counterStep: count, timeout: goodMs })
      })
    }).finally(() => {
      for (const worker of workers) worker.terminate()
    })
  }

  /** Works for one name at a time; '' when no work is required or it failed, which the server then reports. */
  const workFor = (name) => {
    if (work?.name === name && performance.now() - work.begun < goodMs) return work.answer
    const answer = askFor(name).then((puzzle) => {
      if (!puzzle) work = undefined
      return puzzle ? solve(puzzle) : ''
    })
    work = { name, begun: performance.now(), answer: answer.catch(() => '') }
    return work.answer
  }

  username.addEventListener('change', () => username.value.trim() && workFor(username.value))
  if (username.value.trim()) workFor(username.value)

  form.addEventListener('submit', async (event) => {
    // Without a password there is nothing to guess: the address may lead to a school's service.
    if (event.submitter?.name === 'way' || password.value === '') return
    event.preventDefault()
    if (button.getAttribute('aria-disabled')) return
    button.setAttribute('aria-disabled', 'true')
    const slow = setTimeout(() => {
      status.textContent = form.dataset.working
      status.hidden = false
    }, 400)
    proof.value = await workFor(username.value)
    clearTimeout(slow)
    form.submit()
  })
  // Restores the form when the browser's back button shows this page from its cache.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    button.removeAttribute('aria-disabled')
    status.hidden = true
    work = undefined
  })
})()
