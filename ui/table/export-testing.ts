import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, vi } from 'vitest'

/** The lines of the CSV file that the Export button of a list saves. `of`: the list, if the screen has several. */
export async function exportedLines(of?: string): Promise<string[]> {
  const files: Blob[] = []
  URL.createObjectURL = (file) => `blob:${files.push(file as Blob)}`
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  await userEvent.click(await screen.findByRole('button', { name: of ? new RegExp(`^Export ?: ${of}$`) : 'Export' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'CSV' }))
  await waitFor(() => expect(files).toHaveLength(1))
  click.mockRestore()
  return (await files[0]!.text()).trim().split('\r\n')
}
