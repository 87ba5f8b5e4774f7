import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { type AnswerTemplate, templateProblem } from '#features/requests/cataloguing/templates/contract.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { api, cataloguer, type Fakes, template } from '../../web/testing.ts'
import { TemplatesScreen } from './templates-screen.tsx'

function open(kept: AnswerTemplate[], fakes: Fakes = {}, role: 'desk' | 'staff' = 'desk') {
  const reply = () => ({ response: kept })
  const { calls } = renderScreen(<TemplatesScreen />, {
    api,
    path: '/desk/answerTemplates',
    fakes: {
      ...{ currentUser: () => cataloguer(role), answerTemplates: reply, addTemplate: reply },
      ...{ changeTemplate: reply, moveTemplate: reply, removeTemplate: reply },
      ...fakes,
    },
  })
  return (name: string) => calls.filter((each) => each.name === name).map(({ input }) => input)
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const some = () => [template('Duplicate'), template('Lost', { items: 'POSTED' })]

afterEach(cleanup)

test('templates are listed by kind, and moved', async () => {
  const sent = open(some())
  const list = within(await screen.findByRole('region', { name: 'Reasons for declining' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toMatchObject([
    expect.stringMatching(/^Duplicate Text of Duplicate/),
    expect.stringMatching(/^Lost Posted items/),
  ])
  expect(screen.getByRole('region', { name: 'Notes with a record' }).textContent).toContain('No templates yet.')
  // It keeps the focus, so that a template can be moved to the top by pressing Enter repeatedly.
  await press('Move Duplicate up')
  expect(document.activeElement?.textContent).toBe('Move Duplicate up')
  await press('Move Lost up')
  await waitFor(() => expect(sent('moveTemplate')).toEqual([{ templateId: 'Lost', to: 'earlier' }]))
})

test('one is added once it is complete', async () => {
  const sent = open([])
  await press('Add template to Notes with a record')
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Add template' }))
  expect(await dialog.findByText('Please enter a name.')).toBeTruthy()
  expect(dialog.getByText('Please enter the text.')).toBeTruthy()
  expect(sent('addTemplate')).toEqual([])
  await userEvent.type(dialog.getByLabelText('Name'), 'Enjoy')
  await userEvent.type(dialog.getByLabelText('Text'), 'Enjoy it.')
  await userEvent.selectOptions(dialog.getByLabelText('Offer it for'), 'Items without a parcel')
  await userEvent.click(dialog.getByRole('button', { name: 'Add template' }))
  await waitFor(() =>
    expect(sent('addTemplate')).toEqual([{ kind: 'CATALOGUED', name: 'Enjoy', text: 'Enjoy it.', items: 'DIGITAL' }]),
  )
})

test('a change sends the version that was read; what was typed survives a refusal', async () => {
  const sent = open(some(), {
    changeTemplate: () => {
      throw templateProblem('template_changed')
    },
  })
  await press('Change Lost')
  const name = await screen.findByLabelText<HTMLInputElement>('Name')
  await userEvent.type(name, ' parcel')
  await press('Save')
  expect((await screen.findByRole('alert')).textContent).toContain('Someone else has just changed this template.')
  expect(name.value).toBe('Lost parcel')
  expect(sent('changeTemplate')).toMatchObject([
    { templateId: 'Lost', version: 1, name: 'Lost parcel', items: 'POSTED' },
  ])
})

test('after a refusal the current version is sent; a deleted template is named as such', async () => {
  const kept = some()
  const refusals = [templateProblem('template_changed'), templateProblem('template_not_found')]
  const sent = open(kept, {
    changeTemplate: () => {
      if (refusals.length === 2) kept[1] = template('Lost', { version: 2 })
      else kept.pop()
      throw refusals.shift()!
    },
  })
  await press('Change Lost')
  await userEvent.type(await screen.findByLabelText('Name'), ' parcel')
  await press('Save')
  await screen.findByText(/Someone else has just changed this template/)
  await waitFor(() => expect(sent('answerTemplates')).toHaveLength(2))
  await waitFor(() => expect(screen.queryByText('Posted items', { selector: '.status' })).toBeNull())
  await press('Save')
  expect(await screen.findByText('This template has been deleted.')).toBeTruthy()
  expect(sent('changeTemplate')).toMatchObject([{ version: 1 }, { version: 2, name: 'Lost parcel' }])
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Lost parcel')
})

test('one is deleted after a confirmation', async () => {
  const kept = some()
  const sent = open(kept, {
    removeTemplate: () => {
      kept.pop()
      return { response: kept }
    },
  })
  await press('Delete Lost')
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(sent('removeTemplate')).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(sent('removeTemplate')).toEqual([{ templateId: 'Lost' }]))
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Reasons for declining' })),
  )
})

test('a school’s staff see that this is the desk', async () => {
  const sent = open(some(), {}, 'staff')
  expect(await screen.findByRole('heading', { name: 'You don’t have permission to do this.' })).toBeTruthy()
  expect(sent('answerTemplates')).toEqual([])
})
